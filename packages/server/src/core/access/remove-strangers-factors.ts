import type { Account } from '../../store/tables/accounts.ts'
import type { Tables } from '../../store/tables.ts'
import { record } from '../audit/audit.ts'
import type { Context } from '../deps.ts'
import { gatesOf, hasStrongGate } from '../factors/gates.ts'
import { removeFactors } from '../factors/reset-factors.ts'
import { isFreshlyProvedElsewhere } from './proved-elsewhere.ts'

/**
 * Before a mailbox was proved, or shortly after it was in a browser that the account did not know, a stranger may have made the
 * account with an address that was not theirs, and have enrolled what would lock the owner out, or let the stranger in. Anywhere
 * else a factor still gates, also where an administrator has changed the address since: a mailbox alone is no way round it. Call it in the transaction of the proof, with the account as it
 * was held there.
 */
export async function removeStrangersFactors(tx: Tables, context: Context, account: Account): Promise<void> {
  const isUnproved = account.verifiedAt === undefined || (await isFreshlyProvedElsewhere(tx, context.deps, account))
  const { id } = account
  if (!isUnproved || (await tx.accountAddresses.wasProved(id))) return
  const passkeys = await tx.passkeys.countOf(id)
  await removeFactors(tx, id)
  const subject = { targetUserId: id, metadata: { reason: 'password_reset' } }
  if (passkeys > 0) await record(tx, context, 'passkey.removed', { ...subject, metadata: { ...subject.metadata, passkeys } })
  if (account.totpAt !== undefined) await record(tx, context, '2fa.totp.disabled', subject)
  if (!hasStrongGate(account)) return
  // Mailed codes go to the owner's own mailbox.
  const { emailFactorAt } = gatesOf(account)
  await tx.accounts.setGates(id, { emailFactorAt, totpAt: undefined, passkeyGateAt: undefined }, context.deps.clock.now())
}
