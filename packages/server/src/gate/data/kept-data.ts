import { setImmediate as nextTurn } from 'node:timers/promises'
import { columns, optional, text } from '../../platform/store/columns.ts'
import type { Queries } from '../../platform/store/engine.ts'
import { type Fields, fieldNamed } from './field.ts'
import { fits } from './value.ts'
import { parsedData } from './visible-values.ts'

/** Rows with data: both tables have the columns. */
export type Keeper = 'accounts' | 'organisations'

const ROW = columns('rows with data', { id: text('id'), data: optional(text('data')) })
const AT_ONCE = 500

/** In pieces, so that others get their turn. */
export async function* rowsWithData(sql: Queries, keeper: Keeper) {
  for (let behind = ''; ; ) {
    const rows = (
      await sql.query(`SELECT ${ROW.names} FROM ${keeper} WHERE id > ? AND data IS NOT NULL ORDER BY id LIMIT ${AT_ONCE}`, [
        behind,
      ])
    ).map(ROW.read)
    yield* rows
    const last = rows.at(-1)
    if (!last || rows.length < AT_ONCE) return
    behind = last.id
    await nextTurn()
  }
}

/** How many rows have invisible values: of fields that are not declared, and such as no longer fit theirs. */
async function invisibleValues(sql: Queries, keeper: Keeper, fields: Fields) {
  const undeclared = new Map<string, number>()
  const misfits = new Map<string, number>()
  for await (const { data } of rowsWithData(sql, keeper))
    for (const [name, value] of Object.entries(parsedData(data))) {
      const field = fieldNamed(fields, name)
      if (field && fits(field, value)) continue
      const counts = field ? misfits : undeclared
      counts.set(name, (counts.get(name) ?? 0) + 1)
    }
  return { undeclared, misfits }
}

/** The same in words, for the operator. */
export async function wordsOfInvisible(sql: Queries, keeper: Keeper, fields: Fields): Promise<readonly string[]> {
  const { undeclared, misfits } = await invisibleValues(sql, keeper, fields)
  const option = keeper === 'accounts' ? '' : ' --orgs'
  return [
    ...[...undeclared].map(
      ([name, count]) =>
        `${count} of the ${keeper} have values in the field ${name}, which is not declared: they are kept and invisible until \`latchkey data prune ${name}${option}\``,
    ),
    ...[...misfits].map(
      ([name, count]) =>
        `${count} of the ${keeper} have values in the field ${name} that do not fit its declaration, and are invisible: change the declaration back, or write them anew`,
    ),
  ]
}
