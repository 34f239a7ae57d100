import type { Tables } from '../store/store.ts'
import type { Deps } from './deps.ts'

/** Takes back what a mail was written for. False where that stands after all. */
export type Undo = (tx: Tables) => Promise<boolean>

/** Delivers a mail that its flow answers for. When it does not leave, nothing remains of what it was written for. */
export async function deliverOwn(deps: Deps, mailId: string, undo: Undo): Promise<boolean> {
  if (await deps.outbox.deliverOwn(mailId)) return true
  await takeBack(deps, mailId, undo)
  return false
}

/** With the effect go its traces, in one transaction. `undo` comes first: where there is an account, it holds its row. */
const takeBack = ({ store, clock }: Deps, mailId: string, undo: Undo): Promise<void> =>
  store.transaction(async (tx) => {
    if (await undo(tx)) await withdrawMail(tx, mailId, clock.now())
  })

/**
 * Ends a mail that has not left. With it go the events that speak of it, and it does not count for the limit, so that a
 * retry may come at once. One that was sent, or withdrawn before, stays as it is.
 */
async function withdrawMail(tx: Tables, mailId: string, now: number): Promise<void> {
  const traces = await tx.outbox.withdraw(mailId, now)
  if (!traces) return
  for (const window of traces.counts) await tx.limits.uncount(window)
  await tx.audit.remove(traces.events)
}
