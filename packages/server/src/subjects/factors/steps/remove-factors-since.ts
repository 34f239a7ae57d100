import { type Account, accountsIn, type Gates } from '../../../gate/accounts/tables/accounts.ts'
import { gatesOf, hasStrongGate } from '../../../gate/factors/gates.ts'
import { offerOf } from '../../../gate/factors/methods.ts'
import type { SecondFactor } from '../../../gate/factors/second-factors.ts'
import type { Transaction } from '../../../gate/transaction.ts'

/**
 * The caller has locked the account. Factors that were enrolled since that time are removed, and gates that were switched on
 * since are switched off. An administrator never loses the last strong gate, because the caller has shown one factor at most.
 */
export async function removeFactorsSince(tx: Transaction, account: Account, since: number, reason: string) {
  const { id } = account
  const before = gatesOf(account)
  const enrolled = async (method: SecondFactor) => (await offerOf(method)?.enrolledAt(tx, id)) ?? []
  const [totp, passkeys, recovery] = [await enrolled('totp'), await enrolled('passkey'), await enrolled('recovery')]
  const isLost = (at: number) => at >= since
  const isAdmin = account.role === 'admin'
  const losesPasskeyGate = passkeys.every(isLost) || (!isAdmin && (before.passkeyGateAt ?? -1) >= since)
  // Where new accounts have mailed codes anyway, no thief has chosen them.
  const losesEmail = since > 0 && !tx.deps.config.twoFactor.defaultEnabled && (before.emailFactorAt ?? -1) >= since
  const gates: Gates = {
    emailFactorAt: losesEmail ? undefined : before.emailFactorAt,
    totpAt: totp.some(isLost) ? undefined : before.totpAt,
    passkeyGateAt: losesPasskeyGate ? undefined : before.passkeyGateAt,
  }
  if (isAdmin && hasStrongGate(before) && !hasStrongGate(gates)) return { passkeys: false, totp: false, recovery: false }

  await offerOf('totp')?.removeSince(tx, id, since, reason)
  await offerOf('passkey')?.removeSince(tx, id, since, reason)
  // Recovery codes without a gate open nothing, but their owner would take them for a way back in.
  const isUngated = Object.values(gates).every((at) => at === undefined)
  await offerOf('recovery')?.removeSince(tx, id, isUngated ? 0 : since, reason)
  const isChanged = (['emailFactorAt', 'totpAt', 'passkeyGateAt'] as const).some((gate) => gates[gate] !== before[gate])
  if (isChanged) await accountsIn(tx).setGates(id, gates, tx.deps.clock.now())
  return { passkeys: passkeys.some(isLost), totp: totp.some(isLost), recovery: recovery.some((at) => isUngated || isLost(at)) }
}
