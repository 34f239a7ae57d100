import type { GateHooks } from '../../gate/hooks.ts'
import { timeOrNull } from '../../gate/views/fields.ts'
import { timestamp } from '../../platform/kernel/clock.ts'
import { factorsInFile } from './steps/factors-in-file.ts'
import { removeFactorsSince } from './steps/remove-factors-since.ts'
import { factorsUnderDataKey } from './steps/under-data-key.ts'
import { recoveryCodesIn } from './tables/recovery-codes.ts'
import { totpSeedsIn } from './tables/totp-seeds.ts'

export const factorsHooks: GateHooks = {
  accountPart: factorsInFile,
  async disowned(tx, account, { reason, since }) {
    // A mailbox alone changes nothing of how an administrator gets in.
    if (reason === 'mailbox_proved' && account.role === 'admin') return {}
    const removed = await removeFactorsSince(tx, account, since, reason)
    return { kinds: (['passkeys', 'totp', 'recovery'] as const).filter((kind) => removed[kind]) }
  },

  needsKey: (tables, id) => recoveryCodesIn(tables).needsKey(id),
  holdsSealed: async (tables) => (await totpSeedsIn(tables).hasAny()) || (await recoveryCodesIn(tables).hasAny()),

  underDataKey: factorsUnderDataKey,

  async exported({ store }, { id, emailFactorAt, passkeyGateAt }) {
    const seed = await totpSeedsIn(store).find(id)
    const codes = await recoveryCodesIn(store).findSet(id)
    const factors = {
      totp: seed ? { enabledAt: timestamp(seed.createdAt), lastUsedAt: timeOrNull(seed.lastUsedAt) } : null,
      recovery: codes ? { remaining: codes.remaining, createdAt: timestamp(codes.createdAt) } : null,
      email: emailFactorAt === undefined ? null : { enabledAt: timestamp(emailFactorAt) },
      passkey: passkeyGateAt === undefined ? null : { enabledAt: timestamp(passkeyGateAt) },
    }
    return { part: { factors }, isCut: false }
  },
}
