import type { Caller, Context } from '../../../gate/deps.ts'
import { gatesOf } from '../../../gate/factors/gates.ts'
import { elevationRefusal } from '../../../gate/factors/step-up.ts'
import { lockUnchanged } from '../../../gate/passwords/confirm-password.ts'
import { inTransaction } from '../../../gate/transaction.ts'
import { Failure } from '../../../platform/kernel/errors.ts'
import { changeFactors } from '../../factors/index.ts'
import { requirePasskeys } from '../steps/passkey-rules.ts'
import { passkeysIn } from '../tables/passkeys.ts'

/** Takes a step-up and, to switch the gate on, a passkey that works here. */
export async function switchPasskeyGate(call: Context & { readonly caller: Caller }, isOn: boolean, keepOtherSessions: boolean) {
  const refusal = await elevationRefusal(call.deps, call.caller)
  if (refusal) throw new Failure(refusal)
  // Where no passkey can be used, not even the owner could pass the gate.
  const rp = isOn ? requirePasskeys(call.deps) : undefined
  await inTransaction(call, async (tx) => {
    const account = await lockUnchanged(tx)
    if (!account) throw new Failure('step_up_required')
    if (rp && (await passkeysIn(tx).countOf(account.id, rp.id)) === 0) throw new Failure('passkey_required')
    if ((account.passkeyGateAt !== undefined) === isOn) return
    const gates = { ...gatesOf(account), passkeyGateAt: isOn ? tx.deps.clock.now() : undefined }
    await changeFactors(tx, account, gates, {
      audit: isOn ? '2fa.enabled' : '2fa.disabled',
      change: isOn ? 'passkey-gate-enabled' : 'passkey-gate-disabled',
      keepOtherSessions,
      metadata: { method: 'passkey' },
    })
  })
}
