import { CommandError } from '../../../platform/commands/command.ts'
import type { Row, Sql } from '../../../platform/store/engine.ts'
import { isSame, tallyOf } from '../source/row-hash.ts'
import type { Note } from '../source/source.ts'
import type { TableShape } from '../source/table-shape.ts'
import { countsIn, insert, remove } from '../target/target.ts'
import { Balance, Keys, type Move, piecesOf } from './move.ts'

const NOTES_AT_ONCE = 2000

/** How far the new database is. */
export interface Progress {
  /** Up to which change of the file it has all. */
  readonly place: number
  /** Rows that did not fit beside older ones. */
  readonly again: Keys
  readonly balance: Balance
}

export const nothingYet = (): Progress => ({ place: 0, again: new Keys(), balance: new Balance() })

/** One round: whatever has changed until now. A row that does not fit beside an older one is left for the next. */
export async function replay(move: Move, { place: from, again, balance }: Progress): Promise<Progress> {
  const { source, tables, checkGoingOn } = move
  const end = source.lastNote()
  let place = from
  do {
    const notes = source.notes(place, NOTES_AT_ONCE)
    const touched = touchedBy(move, notes, again)
    again.clear()
    for (const { name, delta } of notes) balance.add(name, -delta)
    for (const table of tables)
      for (const keys of piecesOf(touched.of(table.name))) {
        checkGoingOn()
        if (!(await renew(move, table, keys, balance))) again.add(table.name, keys)
      }
    place = notes.at(-1)?.seq ?? end
  } while (place < end)
  return { place, again, balance }
}

async function renew({ source, engine }: Move, table: TableShape, keys: readonly string[], balance: Balance): Promise<boolean> {
  const rows = source.rowsOf(table, keys)
  const { removed, stored } = await engine.transaction(async (sql) => {
    const removed = await remove(sql, table, keys)
    return { removed, stored: await insert(sql, table, rows) }
  })
  balance.add(table.name, stored.rows - removed)
  return isSame(stored, tallyOf(rows, table.columns))
}

export function touchedBy({ tables }: Move, notes: readonly Note[], again: Keys): Keys {
  const touched = new Keys()
  for (const { name, keys } of notes) touched.add(name, [keys])
  for (const { name } of tables) touched.add(name, again.of(name))
  return touched
}

type Renewal = { readonly table: TableShape; readonly keys: readonly string[]; readonly rows: readonly Row[] }

/** Rows of one moment. */
export const renewalsOf = ({ source, tables }: Move, touched: Keys): readonly Renewal[] =>
  tables.flatMap((table) =>
    [...piecesOf(touched.of(table.name))].map((keys) => ({ table, keys, rows: source.rowsOf(table, keys) })),
  )

/**
 * All that has changed goes before anything comes, so nothing is in the way of a row of that moment: each has to be stored, and to be
 * read back as it is in the file.
 */
export async function renewAll(sql: Sql, renewals: readonly Renewal[], balance: Balance): Promise<void> {
  for (const { table, keys } of renewals) balance.add(table.name, -(await remove(sql, table, keys)))
  for (const { table, rows } of renewals) {
    const stored = await insert(sql, table, rows)
    if (!isSame(stored, tallyOf(rows, table.columns))) throw new Differs(table.name)
    balance.add(table.name, stored.rows)
  }
}

/** The two databases are not the same, for no reason that is known here. */
export class Differs extends CommandError {
  constructor(table: string) {
    super(`The table ${table} is not the same in both databases: nothing has moved.`)
  }
}

/** A round of one moment, after which both databases have the same rows: their numbers are compared, table by table. */
export async function settle(move: Move, progress: Progress): Promise<Progress> {
  const { source, engine, tables } = move
  const { place, again } = await replay(move, progress)
  return source.snapshot(async () => {
    const notes = source.notes(place, Number.MAX_SAFE_INTEGER)
    const renewals = renewalsOf(move, touchedBy(move, notes, again))
    await engine.transaction((sql) => renewAll(sql, renewals, new Balance()))
    const counts = await countsIn(engine, tables)
    for (const table of tables) if (source.count(table) !== counts.get(table.name)) throw new Differs(table.name)
    return { ...nothingYet(), place: notes.at(-1)?.seq ?? place }
  })
}
