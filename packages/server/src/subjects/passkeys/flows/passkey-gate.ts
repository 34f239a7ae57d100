import type { Caller, Context } from '../../../gate/deps.ts'
import { gatesOf } from '../../../gate/factors/gates.ts'
import { elevationRefusal } from '../../../gate/factors/step-up.ts'
import { holdUnchanged } from '../../../gate/passwords/confirm-password.ts'
import { inTransaction } from '../../../gate/transaction.ts'
import { Failure } from '../../../platform/kernel/errors.ts'
import { changeFactors } from '../../factors/index.ts'
import { requirePasskeys } from '../steps/passkey-rules.ts'
import { passkeysIn } from '../tables/passkeys.ts'

/** Whether a passkey is asked for after a password or a provider. It is switched by a step-up, and takes a passkey to begin with. */
export async function switchPasskeyGate(
  call: Context & { readonly caller: Caller },
  isOn: boolean,
  keepOtherSessions: boolean,
): Promise<void> {
  const { deps, caller } = call
  const refusal = await elevationRefusal(deps, caller)
  if (refusal) throw new Failure(refusal)
  // Where none can be used, not even the owner could pass the gate.
  const rp = isOn ? requirePasskeys(deps) : undefined
  await inTransaction(call, async (tx) => {
    const held = await holdUnchanged(tx)
    if (!held) throw new Failure('step_up_required')
    if (rp && (await passkeysIn(tx).countOf(held.id, rp.id)) === 0) throw new Failure('passkey_required')
    if ((held.passkeyGateAt !== undefined) === isOn) return
    const passkeyGateAt = isOn ? deps.clock.now() : undefined
    await changeFactors(
      tx,
      held,
      { ...gatesOf(held), passkeyGateAt },
      {
        audit: isOn ? '2fa.enabled' : '2fa.disabled',
        change: isOn ? 'passkey-gate-enabled' : 'passkey-gate-disabled',
        keepOtherSessions,
        metadata: { method: 'passkey' },
      },
    )
  })
}
