import { type Account, accountsIn, type Gates } from '../../../gate/accounts/tables/accounts.ts'
import type { Context } from '../../../gate/deps.ts'
import { gatesOf, hasStrongGate } from '../../../gate/factors/gates.ts'
import { offerOf } from '../../../gate/factors/methods.ts'
import type { SecondFactor } from '../../../gate/factors/second-factors.ts'
import type { Transaction } from '../../../gate/transaction.ts'

interface RemovedFactors {
  readonly passkeys: boolean
  readonly totp: boolean
  readonly recovery: boolean
}

/**
 * Takes from an account, whose row is held, the factors that it has since then, and switches off what was switched on since. It
 * never leaves an administrator with less than what gated before, because the caller has shown one factor at most.
 */
export async function removeFactorsSince(
  tx: Transaction,
  account: Account,
  since: number,
  reason: string,
): Promise<RemovedFactors> {
  const { id } = account
  const before = gatesOf(account)
  const enrolled = async (method: SecondFactor) => (await offerOf(method)?.enrolledAt(tx, id)) ?? []
  const [totp, passkeys, recovery] = [await enrolled('totp'), await enrolled('passkey'), await enrolled('recovery')]
  const isLost = (at: number) => at >= since
  const isAdmin = account.role === 'admin'
  const losesPasskeyGate = passkeys.every(isLost) || (!isAdmin && (before.passkeyGateAt ?? -1) >= since)
  const gates: Gates = {
    emailFactorAt: losesEmail(tx, before, since) ? undefined : before.emailFactorAt,
    totpAt: totp.some(isLost) ? undefined : before.totpAt,
    passkeyGateAt: losesPasskeyGate ? undefined : before.passkeyGateAt,
  }
  if (isAdmin && hasStrongGate(before) && !hasStrongGate(gates)) return { passkeys: false, totp: false, recovery: false }

  await offerOf('totp')?.removeSince(tx, id, since, reason)
  await offerOf('passkey')?.removeSince(tx, id, since, reason)
  // Codes for a gate that is gone would open nothing, and be taken for a way back in.
  const isUngated = Object.values(gates).every((at) => at === undefined)
  await offerOf('recovery')?.removeSince(tx, id, isUngated ? 0 : since, reason)
  const isChanged = (['emailFactorAt', 'totpAt', 'passkeyGateAt'] as const).some((gate) => gates[gate] !== before[gate])
  if (isChanged) await accountsIn(tx).setGates(id, gates, tx.deps.clock.now())
  return { passkeys: passkeys.some(isLost), totp: totp.some(isLost), recovery: recovery.some((at) => isUngated || isLost(at)) }
}

/** Mailed codes that the owner may not have asked for. Where new accounts have them anyway, no thief has chosen them. */
const losesEmail = ({ deps }: Context, { emailFactorAt = -1 }: Gates, since: number): boolean =>
  since > 0 && !deps.config.twoFactor.defaultEnabled && emailFactorAt >= since
