import { outboxIn } from '../../platform/mail/tables/outbox.ts'
import type { Connection } from '../../platform/store/table.ts'
import { unrecord } from '../audit/audit.ts'
import type { Deps } from '../deps.ts'
import { limitsIn } from '../limits/tables/limits.ts'

/** Takes back what a mail was written for. False where that stands after all. */
export type Undo = (tx: Connection) => Promise<boolean>

/** Delivers a mail that its flow answers for. When it does not leave, nothing remains of what it was written for. */
export async function deliverOwn(deps: Deps, mailId: string, undo: Undo): Promise<boolean> {
  if (await deps.outbox.deliverOwn(mailId)) return true
  await takeBack(deps, mailId, undo)
  return false
}

/** With the cause go its events, in one transaction. `undo` comes first: where there is an account, it holds its row. */
export const takeBack = ({ store, clock }: Deps, mailId: string, undo: Undo): Promise<boolean> =>
  store.transaction(async (tx) => withdraw(tx, mailId, await undo(tx), clock.now()))

/**
 * Ends a mail that has not left. With it go the events that speak of it, and it does not count for the limit, so that a
 * retry may come at once. False for one that was sent, or withdrawn before: that stays as it is.
 */
export const withdrawMail = (tx: Connection, mailId: string, now: number): Promise<boolean> => withdraw(tx, mailId, false, now)

async function withdraw(tx: Connection, mailId: string, isCauseGone: boolean, now: number): Promise<boolean> {
  const traces = await outboxIn(tx).withdraw(mailId, now)
  if (!traces) return false
  const { counts, events, causes = [] } = traces
  for (const window of counts) await limitsIn(tx).uncount(window)
  await unrecord(tx, isCauseGone ? [...causes, ...events] : events)
  return true
}
