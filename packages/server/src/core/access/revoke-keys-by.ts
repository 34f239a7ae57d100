import type { Account } from '../../store/tables/accounts.ts'
import type { Tables } from '../../store/tables.ts'
import { record } from '../audit/audit.ts'
import type { Context } from '../deps.ts'

/** Ends the keys that an account has made since then, and says how many there were. */
export async function revokeKeysBy(
  tx: Tables,
  context: Context,
  { id }: Pick<Account, 'id'>,
  since: number,
  reason: string,
  actorId = id,
): Promise<number> {
  const revoked = await tx.apiKeys.revokeAllBy(id, since, context.deps.clock.now())
  for (const { id: keyId, name } of revoked)
    await record(tx, context, 'admin.key.revoked', { actorId, metadata: { keyId, name, reason } })
  return revoked.length
}
