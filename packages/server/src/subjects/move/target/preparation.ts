import { CommandError } from '../../../platform/commands/command.ts'
import type { Engine, Sql } from '../../../platform/store/engine.ts'
import { MOVE_RECORD } from '../../../platform/store/moved/move-record.ts'
import { list, type TableShape } from '../source/table-shape.ts'
import { unhurried } from './target.ts'

const FOREIGN_KEYS = `SELECT c.conname AS name, CAST(CAST(c.conrelid AS regclass) AS text) AS relation, pg_get_constraintdef(c.oid) AS definition
  FROM pg_catalog.pg_constraint c JOIN pg_catalog.pg_namespace n ON n.oid = c.connamespace
  WHERE c.contype = 'f' AND n.nspname = current_schema() ORDER BY c.conname`

export interface ForeignKey {
  readonly name: string
  readonly relation: string
  readonly definition: string
}

/** Empties the tables, of which the file has the rows, and remembers the foreign keys: rows do not come in their order. */
export const prepareTarget = (engine: Engine, id: string, tables: readonly TableShape[]): Promise<void> =>
  unhurried(engine, async (sql) => {
    await sql.query(
      `CREATE TABLE IF NOT EXISTS ${MOVE_RECORD} (id TEXT PRIMARY KEY, state TEXT NOT NULL, foreign_keys TEXT NOT NULL)`,
    )
    const [before] = await sql.query(`SELECT foreign_keys FROM ${MOVE_RECORD}`)
    const noted: readonly ForeignKey[] = before ? JSON.parse(String(before['foreign_keys'])) : []
    const found = await foreignKeysIn(sql)
    const all = [...found, ...noted.filter(({ name }) => !found.some((one) => one.name === name))]
    await sql.query(`DELETE FROM ${MOVE_RECORD}`)
    await sql.query(`INSERT INTO ${MOVE_RECORD} (id, state, foreign_keys) VALUES (?, 'copying', ?)`, [id, JSON.stringify(all)])
    await dropForeignKeys(sql)
    await sql.query(`TRUNCATE ${list(tables.map(({ name }) => name))}`)
  })

/** NOT VALID was said by a move whose keys were not looked through any more. */
const foreignKeysIn = async (sql: Sql): Promise<readonly ForeignKey[]> =>
  (await sql.query(FOREIGN_KEYS)).map((row) => ({
    name: String(row['name']),
    relation: String(row['relation']),
    definition: String(row['definition']).replace(/ NOT VALID$/, ''),
  }))

async function dropForeignKeys(sql: Sql): Promise<void> {
  for (const { name, relation } of await foreignKeysIn(sql)) await sql.query(`ALTER TABLE ${relation} DROP CONSTRAINT ${name}`)
}

/** With the last rows: from now on a process that has seen the fence of the file may work here. No row is looked at again. */
export async function complete(sql: Sql, id: string, foreignKeys: readonly ForeignKey[]): Promise<void> {
  for (const { name, relation, definition } of foreignKeys)
    await sql.run(`ALTER TABLE ${relation} ADD CONSTRAINT ${name} ${definition} NOT VALID`)
  const rows = await sql.query(`UPDATE ${MOVE_RECORD} SET state = 'complete' WHERE id = ? RETURNING id`, [id])
  if (rows.length === 0) throw new CommandError('Another move to this database has begun: this one has ended.')
}

export const notedForeignKeys = async (engine: Engine): Promise<readonly ForeignKey[]> =>
  JSON.parse(String((await engine.query(`SELECT foreign_keys FROM ${MOVE_RECORD}`))[0]?.['foreign_keys']))

/** After a hand-over that was given up. */
export const copyOn = (engine: Engine): Promise<void> =>
  unhurried(engine, async (sql) => {
    await dropForeignKeys(sql)
    await sql.query(`UPDATE ${MOVE_RECORD} SET state = 'copying'`)
  })

/** They hold for new rows already. */
export const validateForeignKeys = (engine: Engine): Promise<void> =>
  unhurried(engine, async (sql) => {
    for (const { name, relation } of await foreignKeysIn(sql))
      await sql.query(`ALTER TABLE ${relation} VALIDATE CONSTRAINT ${name}`)
  })

/** A planner that takes full tables for empty ones would read them from end to end. */
export const analyse = (engine: Engine, tables: readonly TableShape[]): Promise<void> =>
  unhurried(engine, async (sql) => {
    await sql.query(`ANALYZE ${list(tables.map(({ name }) => name))}`)
  })
