import type { UnderDataKey } from '../../../gate/data-key/under-data-key.ts'
import { clientsIn } from '../tables/clients.ts'
import { signingKeysIn } from '../tables/signing-keys.ts'

/** The next signature makes a key, and applications read its public half when they meet it. */
export const keysUnderDataKey: UnderDataKey = {
  async losses(tables) {
    const clients = await clientsIn(tables).list()
    const hasKeys = await signingKeysIn(tables).hasAny()
    const pairwise = await clientsIn(tables).pairwise()
    return [
      {
        ...{ part: 'applications', count: hasKeys ? clients.length : 0, names: hasKeys ? clients.map(({ id }) => id) : [] },
        says: 'applications check signatures of lost keys: tokens that were signed are refused, new keys sign from the next token on',
      },
      {
        ...{ part: 'pairwiseApplications', count: pairwise.length, names: pairwise },
        says: 'pairwise applications: everybody has another `sub` there, and is a stranger to them',
      },
    ]
  },

  async renew(tx) {
    await signingKeysIn(tx).removeEvery()
    return []
  },
}
