import { keysOf } from '../../../gate/assembly/open-deps.ts'
import { type Head, headIn } from '../../../gate/audit/log/head.ts'
import { leafOf } from '../../../gate/audit/log/leaf.ts'
import { logKeyFrom } from '../../../gate/audit/log/log-key.ts'
import { sealedEventsIn } from '../../../gate/audit/log/sealed-events.ts'
import { signedCheckpoint, treeOfHead } from '../../../gate/audit/log/signed-head.ts'
import { readHashes, TILE_HEIGHT, TILE_WIDTH, tilesIn } from '../../../gate/audit/log/tiles.ts'
import { CommandError } from '../../../platform/commands/command.ts'
import type { Config } from '../../../platform/config/schema.ts'
import { GrowingTree, type HashOf, inclusionProof, leafHash, rootFrom } from '../../../platform/kernel/merkle.ts'
import { type NoteSigner, writtenKey } from '../../../platform/kernel/signed-note.ts'
import { readSnapshot } from '../../../platform/store/read-snapshot.ts'
import { requireDatabase } from '../../../platform/store/require-database.ts'
import type { Connection } from '../../../platform/store/table.ts'
import { readDataKey } from '../../factors/index.ts'
import { readOnly } from './database-source.ts'

export interface OpenedLog {
  readonly tables: Connection
  readonly head: Head
  readonly signer: NoteSigner
  /** As the head was signed. */
  readonly tree: GrowingTree
}

/** The log at one moment. Nothing is written. */
export async function withLog<T>(config: Config, work: (log: OpenedLog) => Promise<T>): Promise<T> {
  const url = config.storage.url.reveal()
  await requireDatabase(url)
  return readSnapshot(url, async (sql) => {
    const tables = readOnly(sql)
    const head = await headIn(tables).find()
    const key = await readDataKey(tables, keysOf(config).dataKeys)
    if (!head) throw new CommandError('Nothing is sealed yet.')
    if (!key) throw new CommandError('SECRET does not open the key of the log.')
    const signer = logKeyFrom(key).signer(head.origin)
    return work({ tables, head, signer, tree: treeOfHead(signer, head) })
  })
}

export const publicKeyOf = (config: Config): Promise<string> => withLog(config, async ({ signer }) => writtenKey(signer))

export const checkpointOf = (config: Config): Promise<string> =>
  withLog(config, async ({ signer, tree }) => signedCheckpoint(signer, tree).trimEnd())

/** The format of https://c2sp.org/tlog-proof, with the leaf itself as what is more. */
export const proofOf = (config: Config, eventId: string): Promise<string> =>
  withLog(config, async ({ tables, tree, signer }) => {
    const event = await sealedEventsIn(tables).find(eventId)
    if (!event) throw new CommandError('There is no sealed event with this id.')
    const leaf = leafOf(event)
    const proof = await inclusionProof(event.sequence, tree.size, hashesIn(tables))
    if (!rootFrom(proof, event.sequence, tree.size, leafHash(leaf))?.equals(tree.root()))
      throw new CommandError('The event is not as it was sealed: run `latchkey audit verify`.', 4)
    return [
      'c2sp.org/tlog-proof@v1',
      `extra ${Buffer.from(leaf).toString('base64')}`,
      `index ${event.sequence}`,
      ...proof.map((hash) => hash.toString('base64')),
      '',
      signedCheckpoint(signer, tree).trimEnd(),
    ].join('\n')
  })

const hashesIn =
  (tables: Connection): HashOf =>
  async (height, index) => {
    const [level, above] = [Math.floor(height / TILE_HEIGHT), 2 ** (height % TILE_HEIGHT)]
    const start = index * above
    const tile = readHashes((await tilesIn(tables).find(level, Math.floor(start / TILE_WIDTH))) ?? '') ?? []
    const tree = new GrowingTree()
    for (const hash of tile.slice(start % TILE_WIDTH, (start % TILE_WIDTH) + above)) tree.add(hash)
    return tree.root()
  }
