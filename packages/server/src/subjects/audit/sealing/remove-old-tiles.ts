import { checkpointsIn } from '../../../gate/audit/log/checkpoints.ts'
import { headIn } from '../../../gate/audit/log/head.ts'
import { leafOf } from '../../../gate/audit/log/leaf.ts'
import { type LogKey, logKeyOf } from '../../../gate/audit/log/log-key.ts'
import { sealedEventsIn } from '../../../gate/audit/log/sealed-events.ts'
import { signedHead, treeOfHead } from '../../../gate/audit/log/signed-head.ts'
import { readHashes, TILE_WIDTH, tilesIn } from '../../../gate/audit/log/tiles.ts'
import type { Chore } from '../../../gate/subject.ts'
import { inTransaction, type Transaction } from '../../../gate/transaction.ts'
import { leafHash } from '../../../platform/kernel/merkle.ts'

/**
 * The oldest events go once all of their tile are old enough, and an event says up to where. The roots above them stay, so that the log
 * still adds up to what it has said of itself.
 */
export const removeOldTiles =
  (keptMs: number): Chore =>
  async (context, now) => {
    const head = await headIn(context.deps.store).find()
    if (!head || head.first + TILE_WIDTH > head.size) return false
    const key = await logKeyOf(context.deps)
    return inTransaction(context, (tx) => removeTile(tx, key, now - keptMs))
  }

async function removeTile(tx: Transaction, key: LogKey, before: number): Promise<boolean> {
  const head = await headIn(tx).lock()
  if (!head) return false
  const events = await sealedEventsIn(tx).list(head.first, TILE_WIDTH)
  const through = head.first + TILE_WIDTH
  if (events.length < TILE_WIDTH || events.some(({ createdAt }) => createdAt >= before)) return false
  const stored = readHashes((await tilesIn(tx).find(0, head.first / TILE_WIDTH)) ?? '')
  // What was changed stays, so that it is found.
  if (events.some((event, at) => event.sequence !== head.first + at || !stored?.[at]?.equals(leafHash(leafOf(event)))))
    throw new Error('the oldest events of the audit log are not as they were sealed: run `latchkey audit verify`')
  const signer = key.signer(head.origin)
  await sealedEventsIn(tx).removeBelow(through)
  await tilesIn(tx).removeBelow(through / TILE_WIDTH)
  await checkpointsIn(tx).removeBelow(through)
  await headIn(tx).set(signedHead(signer, treeOfHead(signer, head), through))
  await tx.record('audit.expired', { metadata: { through: through - 1 } })
  return true
}
