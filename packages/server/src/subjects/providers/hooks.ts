import type { Account } from '../../gate/accounts/tables/accounts.ts'
import type { Disowned, GateHooks } from '../../gate/hooks.ts'
import { timestamp } from '../../platform/kernel/clock.ts'
import { identitiesInFile } from './steps/identities-in-file.ts'
import { tokensUnderSecret } from './steps/tokens-under-secret.ts'
import { identitiesIn, type LinkedIdentity } from './tables/identities.ts'

/** Before a first proof an identity is the owner's only where its provider vouches for the address: any stranger could have linked others. */
const isForeign = ({ email }: Account, { vouchedEmail, createdAt }: LinkedIdentity, { reason, since }: Disowned): boolean =>
  reason === 'mailbox_proved' ? vouchedEmail !== email : createdAt >= since

export const providersHooks: GateHooks = {
  accountPart: identitiesInFile,
  underDataKey: tokensUnderSecret,
  async openings(tables, { providers }, { id }) {
    const linked = (await identitiesIn(tables).listOf(id)).map(({ provider }) => provider)
    // One that is no longer configured opens nothing.
    return { providers: linked.filter((name) => providers.has(name)) }
  },

  async exported({ store }, { id }) {
    const providers = (await identitiesIn(store).listUsed(id)).map(({ provider, email, createdAt, usedAt }) => ({
      ...{ provider, email: email ?? null, linkedAt: timestamp(createdAt), lastUsedAt: timestamp(usedAt) },
    }))
    return { part: { providers }, isCut: false }
  },

  async disowned(tx, account, why) {
    const { id } = account
    const removed = (await identitiesIn(tx).listOf(id))
      .filter((one) => isForeign(account, one, why))
      .map(({ provider }) => provider)
    for (const provider of removed) {
      await identitiesIn(tx).remove(id, provider)
      await tx.record('oauth.unlinked', { actorId: id, targetUserId: id, metadata: { provider, reason: why.reason } })
    }
    return { kinds: removed.length > 0 ? ['providers'] : [], providers: removed }
  },
}
