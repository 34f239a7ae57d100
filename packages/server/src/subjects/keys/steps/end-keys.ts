import { type AdminScopes, covers } from '../../../gate/accounts/admin-scopes.ts'
import type { Transaction } from '../../../gate/transaction.ts'
import { apiKeysIn } from '../tables/api-keys.ts'

type Reason =
  | 'demoted'
  | 'limited'
  | 'banned'
  | 'deleted'
  | 'password_reset'
  | 'email_reverted'
  | 'device_reported'
  | 'mailbox_proved'

/** The caller has locked the account's row, under which keys are made too, so no key is left. Returns how many were ended. */
export const endKeysOf = (tx: Transaction, accountId: string, reason: Reason, actorId = accountId): Promise<number> =>
  endBeyond(tx, accountId, [], { reason, actorId })

/** Ends the keys that open more than their maker may do from now on. The caller has locked the account's row. */
export const endKeysBeyond = (tx: Transaction, accountId: string, scopes: AdminScopes, actorId = accountId): Promise<number> =>
  endBeyond(tx, accountId, scopes, { reason: 'limited', actorId })

async function endBeyond(
  tx: Transaction,
  accountId: string,
  kept: AdminScopes,
  { reason, actorId }: { readonly reason: Reason; readonly actorId: string },
): Promise<number> {
  const keys = apiKeysIn(tx)
  const beyond = (await keys.allBy(accountId)).filter(({ scopes }) => !covers(kept, scopes))
  for (const { id, name } of beyond) {
    await keys.revoke(id, tx.deps.clock.now())
    await tx.record('admin.key.revoked', { actorId, metadata: { keyId: id, name, reason } })
  }
  return beyond.length
}
