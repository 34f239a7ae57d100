import { type Account, accountsIn, type Gates } from '../../../gate/accounts/tables/accounts.ts'
import { record } from '../../../gate/audit/audit.ts'
import type { Context } from '../../../gate/deps.ts'
import { gatesOf, hasStrongGate } from '../../../gate/factors/gates.ts'
import type { Connection } from '../../../platform/store/table.ts'
import { passkeysIn } from '../../passkeys/tables/passkeys.ts'
import { recoveryCodesIn } from '../tables/recovery-codes.ts'
import { totpSeedsIn } from '../tables/totp-seeds.ts'

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
  tx: Connection,
  context: Context,
  account: Account,
  since: number,
  reason: string,
): Promise<RemovedFactors> {
  const { id } = account
  const before = gatesOf(account)
  const losesTotp = ((await totpSeedsIn(tx).find(id))?.createdAt ?? -1) >= since
  const passkeys = await passkeysIn(tx).listOf(id)
  const lost = passkeys.filter(({ createdAt }) => createdAt >= since)
  const hasPasskeyLeft = lost.length < passkeys.length
  const isAdmin = account.role === 'admin'
  const losesPasskeyGate = !hasPasskeyLeft || (!isAdmin && (before.passkeyGateAt ?? -1) >= since)
  const gates: Gates = {
    emailFactorAt: losesEmail(context, before, since) ? undefined : before.emailFactorAt,
    totpAt: losesTotp ? undefined : before.totpAt,
    passkeyGateAt: losesPasskeyGate ? undefined : before.passkeyGateAt,
  }
  if (isAdmin && hasStrongGate(before) && !hasStrongGate(gates)) return { passkeys: false, totp: false, recovery: false }

  const subject = { actorId: id, targetUserId: id }
  if (losesTotp) {
    await totpSeedsIn(tx).remove(id)
    await record(tx, context, '2fa.totp.disabled', { ...subject, metadata: { reason } })
  }
  for (const passkey of lost) await passkeysIn(tx).remove(id, passkey.id)
  if (lost.length > 0) await record(tx, context, 'passkey.removed', { ...subject, metadata: { reason, passkeys: lost.length } })
  const recovery = await recoveryCodesIn(tx).findSet(id)
  const isUngated = Object.values(gates).every((at) => at === undefined)
  const losesRecovery = recovery !== undefined && (recovery.createdAt >= since || isUngated)
  if (losesRecovery) await recoveryCodesIn(tx).removeAllOf(id)
  const isChanged = (['emailFactorAt', 'totpAt', 'passkeyGateAt'] as const).some((gate) => gates[gate] !== before[gate])
  if (isChanged) await accountsIn(tx).setGates(id, gates, context.deps.clock.now())
  return { passkeys: lost.length > 0, totp: losesTotp, recovery: losesRecovery }
}

/** Mailed codes that the owner may not have asked for. Where new accounts have them anyway, no thief has chosen them. */
const losesEmail = ({ deps }: Context, { emailFactorAt = -1 }: Gates, since: number): boolean =>
  since > 0 && !deps.config.twoFactor.defaultEnabled && emailFactorAt >= since
