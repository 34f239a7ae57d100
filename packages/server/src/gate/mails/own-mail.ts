import { outboxIn } from '../../platform/mail/tables/outbox.ts'
import type { Connection } from '../../platform/store/table.ts'
import { unrecord } from '../audit/audit.ts'
import type { Deps } from '../deps.ts'
import { limitsIn } from '../limits/tables/limits.ts'

/** Takes back what a mail was written for. False where that cannot be taken back any more. */
export type Undo = (tx: Connection) => Promise<boolean>

/** Where the mail cannot be sent, nothing remains of what it was written for. */
export async function deliverOwn(deps: Deps, mailId: string, undo: Undo): Promise<boolean> {
  if (await deps.outbox.deliverOwn(mailId)) return true
  await takeBack(deps, mailId, undo)
  return false
}

/** `undo` comes first, because it locks the row of the account. */
export const takeBack = ({ store, clock }: Deps, mailId: string, undo: Undo): Promise<boolean> =>
  store.transaction(async (tx) => withdraw(tx, mailId, await undo(tx), clock.now()))

/** Also withdraws the events and the count, so that a retry may come at once. False for a mail that was sent. */
export const withdrawMail = (tx: Connection, mailId: string, now: number): Promise<boolean> => withdraw(tx, mailId, false, now)

async function withdraw(tx: Connection, mailId: string, isCauseGone: boolean, now: number): Promise<boolean> {
  const traces = await outboxIn(tx).withdraw(mailId, now)
  if (!traces) return false
  const { counts, events, causes = [] } = traces
  for (const window of counts) await limitsIn(tx).uncount(window)
  await unrecord(tx, isCauseGone ? [...causes, ...events] : events, now)
  return true
}
