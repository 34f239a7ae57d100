import { endCodes, endEverythingOf } from '../../../gate/access/end-access.ts'
import { type Account, accountsIn, type Gates } from '../../../gate/accounts/tables/accounts.ts'
import type { EventType } from '../../../gate/audit/events.ts'
import type { Caller, Context } from '../../../gate/deps.ts'
import { keepDevice } from '../../../gate/sessions/remember-device.ts'
import type { Transaction } from '../../../gate/transaction.ts'
import type { FactorChange } from '../mails.ts'
import { recoveryCodesIn } from '../tables/recovery-codes.ts'

interface Change {
  readonly audit: EventType
  readonly change: FactorChange
  readonly keepOtherSessions: boolean
  readonly metadata?: Readonly<Record<string, string>>
}

/**
 * The caller has locked the account. Sign-ins in flight and trusted browsers end by the new credential version; challenges,
 * mailed codes and other sessions end here, and recovery codes are removed with the last gate.
 */
export async function changeFactors(
  tx: Transaction<Context & { readonly caller: Caller }>,
  account: Account,
  gates: Gates,
  { audit, change, keepOtherSessions, metadata = {} }: Change,
): Promise<void> {
  const { id } = account
  const { session } = tx.caller
  await accountsIn(tx).setGates(id, gates, tx.deps.clock.now())
  await keepDevice(tx, id)
  if (Object.values(gates).every((at) => at === undefined)) await recoveryCodesIn(tx).removeAllOf(id)
  if (keepOtherSessions) await endCodes(tx, id)
  else await endEverythingOf(tx, id, 'factors_changed', session.id)
  await tx.record(audit, { actorId: id, targetUserId: id, sessionId: session.id, metadata })
  await tx.notify('factors-changed', account, { change })
}
