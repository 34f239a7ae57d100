import { appendFileSync, closeSync, constants, fstatSync, fsyncSync, openSync } from 'node:fs'
import { checkpointsIn } from '../../../gate/audit/log/checkpoints.ts'
import { headIn } from '../../../gate/audit/log/head.ts'
import { logKeyOf } from '../../../gate/audit/log/log-key.ts'
import { signedCheckpoint, treeOfHead } from '../../../gate/audit/log/signed-head.ts'
import type { Context } from '../../../gate/deps.ts'
import { inTransaction } from '../../../gate/transaction.ts'
import { DAY_MS, HOUR_MS } from '../../../platform/kernel/clock.ts'

/** After which one for each hour is enough. Those of every minute for as long as events are kept would take longer to verify than the events. */
const KEPT_ALL_MS = 7 * DAY_MS

const hourOf = (at: number): number => Math.floor(at / HOUR_MS) * HOUR_MS

/** Writes down what the log is at this moment, unless nothing has come since the last time or that was less than so long ago. */
export async function writeCheckpoint(context: Context, atLeastMs = 0): Promise<'done' | 'too early'> {
  const key = await logKeyOf(context.deps)
  let outcome: 'done' | 'too early' = 'done'
  const { checkpointFile } = context.deps.config.audit
  await inTransaction(context, async (tx) => {
    outcome = 'done'
    const head = await headIn(tx).lock()
    if (!head || head.size === 0) return
    const last = await checkpointsIn(tx).last()
    const createdAt = tx.deps.sharedTime.now()
    if (last && last.size >= head.size) return
    // One from the future was written before the clock was set back.
    if (last && createdAt >= last.createdAt && createdAt < last.createdAt + atLeastMs) {
      outcome = 'too early'
      return
    }
    const signer = key.signer(head.origin)
    const note = signedCheckpoint(signer, treeOfHead(signer, head))
    await checkpointsIn(tx).add({ size: head.size, note, createdAt })
    const isNewHour = last !== undefined && hourOf(createdAt) > hourOf(last.createdAt)
    if (isNewHour) await checkpointsIn(tx).thinOut(hourOf(last.createdAt) - KEPT_ALL_MS, hourOf(createdAt) - KEPT_ALL_MS)
    // Before the end, so that one which the file has not taken is tried again; the same one twice harms nothing there.
    if (checkpointFile !== undefined) append(checkpointFile, `${GAP}${note}`)
  })
  return outcome
}

const { O_WRONLY, O_APPEND, O_CREAT, O_NONBLOCK } = constants
/** A full disk, or a machine that lost its power, may have left a part of a note: the next would not be read behind it. */
const GAP = '\n\n'

/** Opened anew each time, so that the file can be taken away and rotated. To open a pipe without a reader would stop the process. */
function append(file: string, text: string): void {
  const handle = openSync(file, O_WRONLY | O_APPEND | O_CREAT | O_NONBLOCK, 0o644)
  try {
    if (!fstatSync(handle).isFile()) throw new Error(`${file} is no file`)
    appendFileSync(handle, text)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
