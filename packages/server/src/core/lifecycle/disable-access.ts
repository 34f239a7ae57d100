import type { Account } from '../../store/tables/accounts.ts'
import type { Tables } from '../../store/tables.ts'
import { endEverythingOf } from '../access/end-access.ts'
import { record } from '../audit/audit.ts'
import { addCodeMail, writeCodeMail } from '../codes/code-mail.ts'
import type { Context } from '../deps.ts'
import { gatesOf } from '../factors/gates.ts'
import { endKeysOf } from '../keys/end-keys.ts'

type Reason = 'email_reverted' | 'device_reported'

/**
 * Takes an account from all who are in, and lets no visitor in: the password is void, what was enrolled since then is
 * removed, no matter in which session, and everything that was handed out ends. What is older still gates, and a mailed link leads
 * to a new password. The caller holds the row.
 */
export async function disableAccess(
  tx: Tables,
  context: Context,
  account: Account,
  since: number,
  reason: Reason,
): Promise<void> {
  const { id } = account
  await tx.accounts.voidPassword(id, context.deps.clock.now())
  await removeFactorsSince(tx, context, account, since, reason)
  for (const { provider, createdAt } of await tx.identities.listOf(id)) {
    if (createdAt < since) continue
    await tx.identities.remove(id, provider)
    await record(tx, context, 'oauth.unlinked', { targetUserId: id, actorId: id, metadata: { provider, reason } })
  }
  await endKeysOf(tx, context, id, reason)
  await tx.devices.removeAllOf(id)
  await endEverythingOf(tx, context, id)
}

/** A way back in for the owner, and the mailbox alone. None for an account that is banned. */
export async function mailReset(tx: Tables, context: Context, account: Account): Promise<void> {
  if (account.bannedAt !== undefined) return
  await addCodeMail(tx, writeCodeMail(context, 'password-reset', account, 'background'))
}

async function removeFactorsSince(tx: Tables, context: Context, account: Account, since: number, reason: Reason): Promise<void> {
  const { id } = account
  const subject = { actorId: id, targetUserId: id }
  const seed = await tx.totpSeeds.find(id)
  const losesTotp = seed !== undefined && seed.createdAt >= since
  const passkeys = await tx.passkeys.listOf(id)
  const lost = passkeys.filter(({ createdAt }) => createdAt >= since)
  if (losesTotp) {
    await tx.totpSeeds.remove(id)
    await record(tx, context, '2fa.totp.disabled', { ...subject, metadata: { reason } })
  }
  for (const passkey of lost) await tx.passkeys.remove(id, passkey.id)
  if (lost.length > 0) await record(tx, context, 'passkey.removed', { ...subject, metadata: { reason, passkeys: lost.length } })
  const before = gatesOf(account)
  // Where new accounts have it anyway, it is not what a thief has chosen.
  const losesEmail = !context.deps.config.twoFactor.defaultEnabled && (before.emailFactorAt ?? 0) >= since
  const gates = {
    emailFactorAt: losesEmail ? undefined : before.emailFactorAt,
    totpAt: losesTotp ? undefined : before.totpAt,
    passkeyGateAt: lost.length === passkeys.length ? undefined : before.passkeyGateAt,
  }
  const recovery = await tx.recoveryCodes.findSet(id)
  const isUngated = Object.values(gates).every((at) => at === undefined)
  if (recovery && (recovery.createdAt >= since || isUngated)) await tx.recoveryCodes.removeAllOf(id)
  const isChanged = (['emailFactorAt', 'totpAt', 'passkeyGateAt'] as const).some((gate) => gates[gate] !== before[gate])
  if (isChanged) await tx.accounts.setGates(id, gates, context.deps.clock.now())
}
