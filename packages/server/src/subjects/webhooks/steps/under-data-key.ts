import type { UnderDataKey } from '../../../gate/data-key/under-data-key.ts'
import { webhooksIn } from '../tables/webhooks.ts'
import { sealedSecret } from './secrets.ts'

/** Receivers check signatures: each needs its new secret before it believes anything again. */
export const secretsUnderDataKey: UnderDataKey = {
  async losses(tables) {
    const all = await webhooksIn(tables).list()
    return [
      {
        ...{ part: 'webhooks', count: all.length, names: all.map(({ url }) => url) },
        says: 'webhooks sign with secrets that are lost: each gets another, which is shown once and has to be given to the receiver',
      },
    ]
  },

  async renew(tx, key, now) {
    const handouts = []
    for (const webhook of await webhooksIn(tx).lockAll()) {
      const { secret, sealed } = sealedSecret(key, webhook.id)
      await webhooksIn(tx).set({
        ...webhook,
        secret: sealed,
        previousSecret: undefined,
        previousUntil: undefined,
        updatedAt: now,
      })
      handouts.push({ part: 'webhooks', name: `${webhook.id} ${webhook.url}`, secret })
    }
    return handouts
  },
}
