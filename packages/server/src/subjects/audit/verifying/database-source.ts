import { checkpointsIn } from '../../../gate/audit/log/checkpoints.ts'
import { headIn } from '../../../gate/audit/log/head.ts'
import { type SealedEvent, sealedEventsIn } from '../../../gate/audit/log/sealed-events.ts'
import { readHashes, TILE_WIDTH, tilesIn } from '../../../gate/audit/log/tiles.ts'
import { GrowingTree } from '../../../platform/kernel/merkle.ts'
import type { Queries } from '../../../platform/store/engine.ts'
import type { Connection } from '../../../platform/store/table.ts'
import { connectionTo } from '../../../platform/store/table-list.ts'
import type { LogSource } from './log-source.ts'

/** Few enough that memory stays flat, and many enough that it goes quickly. */
const AT_ONCE = 1024

/** For what is read at one moment, and never written. */
export const readOnly = (sql: Queries): Connection =>
  connectionTo({
    query: (text, params) => sql.query(text, params),
    async run(text, params) {
      await sql.query(text, params)
    },
  })

export async function databaseSource(tables: Connection): Promise<LogSource> {
  const head = await headIn(tables).find()
  const tile = async (level: number, place: number) => readHashes((await tilesIn(tables).find(level, place)) ?? '')
  return {
    head,
    events: (from) =>
      inOrder(
        (next) => sealedEventsIn(tables).list(next, AT_ONCE),
        ({ sequence }: SealedEvent) => sequence,
        from,
      ),
    below: (first) => peaksBelow(first, tile),
    tile,
    checkpoints: () =>
      inOrder(
        (next) => checkpointsIn(tables).list(next, AT_ONCE),
        ({ size }) => size,
        0,
      ),
    stray: (first, size) => sealedEventsIn(tables).stray(first, size),
  }
}

async function* inOrder<T>(list: (from: number) => Promise<readonly T[]>, numberOf: (row: T) => number, from: number) {
  for (let next = from; ; ) {
    const rows = await list(next)
    yield* rows
    const last = rows.at(-1)
    if (last === undefined || rows.length < AT_ONCE) return
    next = numberOf(last) + 1
  }
}

/** From the lowest roots that are kept, so that each of them counts. */
async function peaksBelow(first: number, tile: NonNullable<LogSource['tile']>): Promise<readonly Buffer[] | undefined> {
  const tree = new GrowingTree()
  const roots = first / TILE_WIDTH
  for (let place = 0; tree.size < roots; place++) {
    const hashes = (await tile(1, place))?.slice(0, roots - tree.size) ?? []
    if (hashes.length === 0) return undefined
    for (const hash of hashes) tree.add(hash)
  }
  return Number.isInteger(roots) ? tree.peaks : undefined
}
