import { GrowingTree } from '../../../platform/kernel/merkle.ts'
import type { Connection } from '../../../platform/store/table.ts'
import { checkpointsIn } from './checkpoints.ts'
import { type Head, headIn } from './head.ts'
import type { LogKey } from './log-key.ts'
import { sealedEventsIn } from './sealed-events.ts'
import { signedHead } from './signed-head.ts'
import { readHashes } from './tiles.ts'

/**
 * For a log whose key is lost: another key signs how far it is and marks what was erased. Checkpoints of the lost key go, as nothing here can
 * check them. A head that does not add up stays, and a verification finds it.
 */
export async function sealAnew(tx: Connection, key: LogKey): Promise<void> {
  const head = await headIn(tx).lock()
  const tree = head && treeOf(head)
  if (!head || !tree) return
  await headIn(tx).set(signedHead(key.signer(head.origin), tree, head.first))
  await checkpointsIn(tx).removeBelow(Number.MAX_SAFE_INTEGER)
  await sealedEventsIn(tx).markErasedAnew(key.erasure)
}

function treeOf({ size, peaks }: Head): GrowingTree | undefined {
  try {
    return new GrowingTree(size, readHashes(peaks) ?? [])
  } catch {
    return undefined
  }
}
