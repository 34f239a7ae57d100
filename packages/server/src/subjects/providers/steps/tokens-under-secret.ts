import type { UnderDataKey } from '../../../gate/data-key/under-data-key.ts'
import { identitiesIn } from '../tables/identities.ts'

export const tokensUnderSecret: UnderDataKey = {
  async losses(tables) {
    const count = await identitiesIn(tables).countTokens()
    return [
      {
        ...{ part: 'providerTokens', count, names: [] },
        says: 'stored tokens of providers: each is kept again when its owner signs in with the provider',
      },
    ]
  },

  async renew(tx) {
    await identitiesIn(tx).forgetTokens()
    return []
  },
}
