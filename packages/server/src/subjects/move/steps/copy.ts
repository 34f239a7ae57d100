import type { Row, Value } from '../../../platform/store/engine.ts'
import { isSame, tallyOf } from '../source/row-hash.ts'
import type { TableShape } from '../source/table-shape.ts'
import { insert, tallyIn } from '../target/target.ts'
import { keyOf, type Move, PIECE } from './move.ts'
import type { Progress } from './replay.ts'

/** Key range by key range. Others write meanwhile: what does not fit beside an older row is left for the next round. */
export const copyRows = (move: Move, { again }: Progress): Promise<void> =>
  eachPage(move, async (table, rows) => {
    const stored = await insert(move.engine, table, rows)
    if (!isSame(stored, tallyOf(rows, table.columns)))
      again.add(
        table.name,
        rows.map((row) => keyOf(table, row)),
      )
  })

/** Reads back what is stored, and compares it with the file. What has changed since it was copied is taken again. */
export const compareRows = (move: Move, { again }: Progress): Promise<void> =>
  eachPage(move, async (table, rows) => {
    const keys = rows.map((row) => keyOf(table, row))
    if (!isSame(await tallyIn(move.engine, table, keys), tallyOf(rows, table.columns))) again.add(table.name, keys)
  })

/** No snapshot is longer than a page, because a long one would keep the log of the file from being emptied. */
async function eachPage(
  { source, tables, checkGoingOn }: Move,
  work: (table: TableShape, rows: readonly Row[]) => Promise<void>,
) {
  for (const table of tables) {
    let behind: readonly Value[] | undefined
    for (;;) {
      checkGoingOn()
      const rows = source.page(table, behind, PIECE)
      const last = rows.at(-1)
      if (!last) break
      await work(table, rows)
      behind = table.key.map((column) => last[column] ?? null)
    }
  }
}
