import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs'
import { checkpointsIn } from '../../../gate/audit/log/checkpoints.ts'
import { headIn } from '../../../gate/audit/log/head.ts'
import { logKeyOf } from '../../../gate/audit/log/log-key.ts'
import { signedCheckpoint, treeOfHead } from '../../../gate/audit/log/signed-head.ts'
import type { Context } from '../../../gate/deps.ts'
import { inTransaction } from '../../../gate/transaction.ts'

/** Writes down what the log is at this moment, unless nothing has come since the last time or that was less than so long ago. */
export async function writeCheckpoint(context: Context, atLeastMs = 0): Promise<'done' | 'too early'> {
  const key = await logKeyOf(context.deps)
  let outcome: 'done' | 'too early' = 'done'
  const note = await inTransaction(context, async (tx) => {
    outcome = 'done'
    const head = await headIn(tx).lock()
    if (!head || head.size === 0) return undefined
    const last = await checkpointsIn(tx).last()
    const createdAt = tx.deps.sharedTime.now()
    if (last && last.size >= head.size) return undefined
    if (last && createdAt < last.createdAt + atLeastMs) {
      outcome = 'too early'
      return undefined
    }
    const signer = key.signer(head.origin)
    const written = signedCheckpoint(signer, treeOfHead(signer, head))
    await checkpointsIn(tx).add({ size: head.size, note: written, createdAt })
    return written
  })
  const { checkpointFile } = context.deps.config.audit
  if (note !== undefined && checkpointFile !== undefined) append(checkpointFile, `${note}\n`)
  return outcome
}

/** Opened anew each time, so that the file can be taken away and rotated. */
function append(file: string, text: string): void {
  const handle = openSync(file, 'a', 0o644)
  try {
    writeSync(handle, text)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
