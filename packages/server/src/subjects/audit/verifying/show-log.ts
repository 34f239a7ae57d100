import { keysOf } from '../../../gate/assembly/open-deps.ts'
import { type Head, headIn } from '../../../gate/audit/log/head.ts'
import { leafOf } from '../../../gate/audit/log/leaf.ts'
import { type LogKey, logKeyFrom } from '../../../gate/audit/log/log-key.ts'
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
import { databaseSource, readOnly } from './database-source.ts'
import { EXIT_CODES } from './verdict.ts'
import { verifyLog } from './verify-log.ts'

export interface OpenedLog {
  readonly tables: Connection
  readonly head: Head
  readonly key: LogKey
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
    if (!head) throw new CommandError('Nothing is sealed yet.', EXIT_CODES.unknown)
    if (!key) throw new CommandError('SECRET does not open the key of the log.', EXIT_CODES.unknown)
    const logKey = logKeyFrom(key)
    const signer = logKey.signer(head.origin)
    return work({ tables, head, key: logKey, signer, tree: signedTree(signer, head) })
  })
}

function signedTree(signer: NoteSigner, head: Head): GrowingTree {
  try {
    return treeOfHead(signer, head)
  } catch {
    throw new CommandError('The head of the log is not as it was signed: run `latchkey audit verify`.', EXIT_CODES.tampered)
  }
}

/** Recomputes all of it, so that nothing is signed or given away as if it were good. */
export async function tamperedFrom({ tables, signer, key }: OpenedLog): Promise<number | undefined> {
  const { result, differences } = await verifyLog(await databaseSource(tables), { verifier: signer, key, elsewhere: [] })
  return result === 'tampered' ? differences[0]?.number : undefined
}

export const publicKeyOf = (config: Config): Promise<string> => withLog(config, async ({ signer }) => writtenKey(signer))

export const checkpointOf = (config: Config): Promise<string> =>
  withLog(config, async (log) => {
    const bad = await tamperedFrom(log)
    if (bad !== undefined)
      throw new CommandError(
        `Tampered with, from ${bad} on: nothing is signed. Run \`latchkey audit verify\`.`,
        EXIT_CODES.tampered,
      )
    return signedCheckpoint(log.signer, log.tree).trimEnd()
  })

export const proofOf = (config: Config, eventId: string): Promise<string> =>
  withLog(config, async (log) => {
    const proof = await proofIn(log, eventId)
    if (proof === undefined) throw new CommandError('There is no sealed event with this id.')
    return proof
  })

/** The format of https://c2sp.org/tlog-proof, with the leaf itself as what is more. Undefined for an event that is not sealed. */
export async function proofIn(
  { tables, tree, signer }: Omit<OpenedLog, 'key' | 'head'>,
  eventId: string,
): Promise<string | undefined> {
  const event = await sealedEventsIn(tables).find(eventId)
  // Sealed after the head was read.
  if (!event || event.sequence >= tree.size) return undefined
  const leaf = leafOf(event)
  const proof = await inclusionProof(event.sequence, tree.size, hashesIn(tables))
  if (!rootFrom(proof, event.sequence, tree.size, leafHash(leaf))?.equals(tree.root()))
    throw new CommandError('The event is not as it was sealed: run `latchkey audit verify`.', EXIT_CODES.tampered)
  return [
    'c2sp.org/tlog-proof@v1',
    `extra ${Buffer.from(leaf).toString('base64')}`,
    `index ${event.sequence}`,
    ...proof.map((hash) => hash.toString('base64')),
    '',
    signedCheckpoint(signer, tree).trimEnd(),
  ].join('\n')
}

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
