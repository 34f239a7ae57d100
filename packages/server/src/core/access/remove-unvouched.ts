import type { Account } from '../../store/tables/accounts.ts'
import type { Tables } from '../../store/tables.ts'
import { record } from '../audit/audit.ts'
import type { Context } from '../deps.ts'
import { endSessionsThroughOthers } from './end-access.ts'
import { isFreshlyProvedElsewhere } from './proved-elsewhere.ts'

/**
 * Takes every identity from an account that was linked before its address was first proved and does not vouch for it: then
 * any stranger could have linked it. So could, shortly afterwards, a stranger who had made the account with an address that
 * was not theirs and was still in: where that may be, what was linked since goes too. The sessions that came in through a
 * provider which opens the account no longer end, also if it was unlinked before, and so do sign-ins that wait for a second
 * factor. Answers with the names of the providers that it has removed. Call it in the transaction of the proof, with the
 * account as it was held there: a flow that links holds the same row.
 */
export async function removeUnvouched(tx: Tables, context: Context, account: Account): Promise<readonly string[]> {
  const { id, email, verifiedAt = Number.POSITIVE_INFINITY } = account
  const until = (await isFreshlyProvedElsewhere(tx, context.deps, account)) ? Number.POSITIVE_INFINITY : verifiedAt
  const linked = await tx.identities.listOf(id)
  const removed = linked.filter(({ vouchedEmail, createdAt }) => vouchedEmail !== email && createdAt < until)
  for (const { provider } of removed) {
    await tx.identities.remove(id, provider)
    const metadata = { provider, reason: 'not_vouched' }
    await record(tx, context, 'oauth.unlinked', { actorId: id, targetUserId: id, metadata })
  }
  const kept = linked.filter((one) => !removed.includes(one)).map(({ provider }) => provider)
  await endSessionsThroughOthers(tx, context, id, kept)
  if (removed.length > 0) await tx.challenges.removeAllOf(id)
  return removed.map(({ provider }) => provider)
}
