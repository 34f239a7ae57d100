import type { FactorOffer } from '../../gate/factors/methods.ts'
import { recoveryCodesIn } from './tables/recovery-codes.ts'
import { totpSeedsIn } from './tables/totp-seeds.ts'

const authenticatorApp: FactorOffer = {
  method: 'totp',
  /** One that was lost with SECRET is owed, and shows nothing any more. */
  isOffered: async (tables, _deps, { id, totpAt }) => totpAt !== undefined && (await totpSeedsIn(tables).isThere(id)),

  async enrolledAt(tables, accountId) {
    const seed = await totpSeedsIn(tables).find(accountId)
    return seed ? [seed.createdAt] : []
  },

  async removeSince(tx, id, since, reason) {
    if (((await totpSeedsIn(tx).find(id))?.createdAt ?? -1) < since) return
    await totpSeedsIn(tx).remove(id)
    if (reason) await tx.record('2fa.totp.disabled', { actorId: id, targetUserId: id, metadata: { reason } })
  },
}

const recoveryCodes: FactorOffer = {
  method: 'recovery',
  isOffered: async (tables, _deps, { id }) => ((await recoveryCodesIn(tables).findSet(id))?.remaining ?? 0) > 0,

  async enrolledAt(tables, accountId) {
    const set = await recoveryCodesIn(tables).findSet(accountId)
    return set ? [set.createdAt] : []
  },

  async removeSince(tx, accountId, since) {
    const set = await recoveryCodesIn(tx).findSet(accountId)
    if (set && set.createdAt >= since) await recoveryCodesIn(tx).removeAllOf(accountId)
  },
}

export const factorOffers: readonly FactorOffer[] = [authenticatorApp, recoveryCodes]
