import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Head, headIn } from '../../../gate/audit/log/head.ts'
import { hashOfPersonal, leafOf, newSalt } from '../../../gate/audit/log/leaf.ts'
import { type LogKey, logKeyOf, originFor } from '../../../gate/audit/log/log-key.ts'
import { type Seal, sealedEventsIn, type UnsealedEvent } from '../../../gate/audit/log/sealed-events.ts'
import { signedHead, treeOfHead } from '../../../gate/audit/log/signed-head.ts'
import { type NewHash, TILE_HEIGHT, tilesIn } from '../../../gate/audit/log/tiles.ts'
import type { Context } from '../../../gate/deps.ts'
import { inTransaction, type Transaction } from '../../../gate/transaction.ts'
import { GrowingTree, leafHash } from '../../../platform/kernel/merkle.ts'

/** How long the log was when this process has last looked: it never becomes shorter. */
export interface Sealed {
  size: number
}

/** An older log was put in the place of this one while the service ran. To go on from there would hide what was removed. */
class LogShortened extends Error {
  constructor(size: number) {
    super(
      `the audit log had ${size} events and has fewer now: compare it with a checkpoint, and start the service again after a restore`,
    )
  }
}

/** A few milliseconds, in which all other requests to a SQLite database wait. */
const AT_ONCE = 256

/**
 * Gives every event that waits the next number, and adds it to the tree. Numbers, tiles and head are of one transaction that holds the
 * head: whatever dies, and however many seal, they agree, and no number is missing.
 */
export async function sealEvents(makeContext: () => Context, last: Sealed = { size: 0 }): Promise<number> {
  const key = await logKeyOf(makeContext().deps)
  for (let total = 0; ; await nextTurn()) {
    const { sealed, size } = await inTransaction(makeContext(), (tx) => sealSome(tx, key, last))
    last.size = size
    if (sealed > 0) makeContext().deps.logWatch.sealed(size)
    total += sealed
    if (sealed < AT_ONCE) return total
  }
}

async function sealSome(tx: Transaction, key: LogKey, last: Sealed): Promise<{ readonly sealed: number; readonly size: number }> {
  const head = (await headIn(tx).lock()) ?? (await begun(tx, key))
  if ((head?.size ?? 0) < last.size) throw new LogShortened(last.size)
  const waiting = head ? await sealedEventsIn(tx).unsealed(tx.deps.sharedTime.now(), AT_ONCE) : []
  if (!head || waiting.length === 0) return { sealed: 0, size: head?.size ?? 0 }
  const signer = key.signer(head.origin)
  const tree = treeOfHead(signer, head)
  const { seals, hashes } = added(tree, waiting)
  await sealedEventsIn(tx).seal(seals)
  await tilesIn(tx).append(hashes)
  await headIn(tx).set(signedHead(signer, tree, head.first))
  return { sealed: waiting.length, size: tree.size }
}

/** With the first event of a new database, or with all that an older version has left. */
async function begun(tx: Transaction, key: LogKey): Promise<Head | undefined> {
  const found = await sealedEventsIn(tx).countUnsealed()
  if (found === 0) return undefined
  const head = signedHead(key.signer(originFor(tx.deps.config)), new GrowingTree(), 0)
  if (!(await headIn(tx).begin(head))) return undefined
  await tx.record('audit.began', { metadata: { events: found } })
  return head
}

function added(tree: GrowingTree, events: readonly UnsealedEvent[]) {
  const seals: Seal[] = []
  const hashes: NewHash[] = []
  for (const event of events) {
    const sequence = tree.size
    const salt = newSalt()
    const personalHash = hashOfPersonal(salt, event)
    seals.push({ id: event.id, sequence, salt, personalHash })
    tree.add(leafHash(leafOf({ ...event, personalHash })), (height, hash) => {
      if (height % TILE_HEIGHT === 0)
        hashes.push({ level: height / TILE_HEIGHT, index: Math.floor(sequence / 2 ** height), hash })
    })
  }
  return { seals, hashes }
}
