import type { GateHooks } from '../../gate/hooks.ts'
import { removeFactorsSince } from './steps/remove-factors-since.ts'

export const factorsHooks: GateHooks = {
  async disowned(tx, context, account, { reason, since }) {
    // A mailbox alone changes nothing of how an administrator gets in.
    if (reason === 'mailbox_proved' && account.role === 'admin') return {}
    const removed = await removeFactorsSince(tx, context, account, since, reason)
    return { kinds: (['passkeys', 'totp', 'recovery'] as const).filter((kind) => removed[kind]) }
  },
}
