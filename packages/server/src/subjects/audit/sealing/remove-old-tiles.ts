import { checkpointsIn } from '../../../gate/audit/log/checkpoints.ts'
import { headIn } from '../../../gate/audit/log/head.ts'
import { leafOf } from '../../../gate/audit/log/leaf.ts'
import { type LogKey, logKeyOf } from '../../../gate/audit/log/log-key.ts'
import { sealedEventsIn } from '../../../gate/audit/log/sealed-events.ts'
import { signedHead, treeOfHead } from '../../../gate/audit/log/signed-head.ts'
import { readHashes, TILE_WIDTH, tilesIn } from '../../../gate/audit/log/tiles.ts'
import type { Context } from '../../../gate/deps.ts'
import type { Chore } from '../../../gate/subject.ts'
import { inTransaction, type Transaction } from '../../../gate/transaction.ts'
import { leafHash } from '../../../platform/kernel/merkle.ts'

/**
 * The oldest events go once all of their tile are old enough, and an event says up to where. The roots above them stay, so that the log
 * still adds up to what it has said of itself. An old event whose tile is not full loses its address meanwhile: a small service fills
 * a tile in years.
 */
export const removeOldTiles =
  (keptMs: number): Chore =>
  async (context, now) => {
    const { store } = context.deps
    const head = await headIn(store).find()
    if (!head) return false
    const before = now - keptMs
    if (head.first + TILE_WIDTH <= head.size) {
      const key = await logKeyOf(context.deps)
      if (await inTransaction(context, (tx) => removeTile(tx, key, before))) return true
    }
    const old = await sealedEventsIn(store).addressedOf(head.first, head.first + TILE_WIDTH, before)
    if (old.length > 0) await eraseAll(context, old)
    return false
  }

async function eraseAll(context: Context, ids: readonly string[]): Promise<void> {
  const key = await logKeyOf(context.deps)
  await inTransaction(context, async (tx) => {
    for (const id of ids) await sealedEventsIn(tx).erase(id, key.erasure(id))
  })
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
