import type { PasskeyOffer } from '../../gate/factors/methods.ts'
import type { GateHooks } from '../../gate/hooks.ts'
import { timeOrNull } from '../../gate/views/fields.ts'
import { timestamp } from '../../platform/kernel/clock.ts'
import { switchPasskeyGate } from './flows/passkey-gate.ts'
import { broughtPasskey } from './steps/brought-passkey.ts'
import { checkPasskey } from './steps/passkey-factor.ts'
import { passkeysInFile } from './steps/passkeys-in-file.ts'
import { relyingPartyOf, signInRpId } from './steps/relying-party.ts'
import { passkeysIn } from './tables/passkeys.ts'
import { passkeyView } from './views/passkey-view.ts'

export const passkeysHooks: GateHooks = {
  accountPart: passkeysInFile,
  async openings(tables, deps, { id }) {
    const rpId = signInRpId(deps)
    return { passkeys: rpId === undefined ? 0 : await passkeysIn(tables).countOf(id, rpId) }
  },

  async exported({ store }, { id }) {
    const passkeys = (await passkeysIn(store).listOf(id)).map((passkey) => ({
      id: passkey.id,
      name: passkey.name,
      createdAt: timestamp(passkey.createdAt),
      lastUsedAt: timeOrNull(passkey.lastUsedAt),
      isBackupEligible: passkey.isBackupEligible,
      isBackedUp: passkey.isBackedUp,
    }))
    return { part: { passkeys }, isCut: false }
  },
}

/** As a second factor one is good also where passkeys open nothing by themselves. */
export const passkeyOffer: PasskeyOffer = {
  method: 'passkey',
  async isOffered(tables, { config }, { id }) {
    const rp = relyingPartyOf(config)
    return rp !== undefined && (await passkeysIn(tables).countOf(id, rp.id)) > 0
  },

  async check(call, purpose, answer) {
    const found = await checkPasskey(call, { ...purpose, cookie: call.cookies.passkey }, answer)
    return found.outcome === 'right' ? found.shown : undefined
  },

  switchGate: switchPasskeyGate,

  list: async ({ store, config }, accountId) =>
    (await passkeysIn(store).listOf(accountId)).map((passkey) => passkeyView(config, passkey)),

  rpId: (config) => relyingPartyOf(config)?.id,

  taken: (tables, credentialIds) => passkeysIn(tables).taken(credentialIds),

  bring: (tx, passkeys) => passkeysIn(tx).addAll(passkeys.map(broughtPasskey)),

  enrolledAt: async (tables, accountId) => (await passkeysIn(tables).listOf(accountId)).map(({ createdAt }) => createdAt),

  async removeSince(tx, id, since, reason) {
    const lost = (await passkeysIn(tx).listOf(id)).filter(({ createdAt }) => createdAt >= since)
    for (const passkey of lost) await passkeysIn(tx).remove(id, passkey.id)
    if (!reason || lost.length === 0) return
    const metadata = { reason, passkeys: lost.length }
    await tx.record('passkey.removed', { actorId: id, targetUserId: id, metadata })
  },
}
