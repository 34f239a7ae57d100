import { number, optional, text } from './columns.ts'
import type { Sql } from './engine.ts'
import { table } from './table.ts'

const ofTheDatabase = {
  purged: { never: 'it is one row' },
  deleted: { kept: 'it names no account' },
  restored: { kept: 'it names no account' },
  exported: [],
} as const

export const LOCKS = table('locks', { ...ofTheDatabase, key: 'name', columns: { name: text('name'), taken: number('taken') } })

export const MIGRATIONS = table('migrations', {
  ...ofTheDatabase,
  key: 'id',
  columns: { id: text('id'), version: optional(text('version')) },
})
export const MIGRATION_LOCK = table('migration_lock', {
  ...ofTheDatabase,
  key: 'id',
  columns: { id: number('id'), taken: number('taken') },
})

/** The row stays locked until the transaction ends, so transactions that take the same lock run one after the other. */
export const lock = (sql: Sql, name: 'admins' | 'sessions' | 'signing-keys'): Promise<void> =>
  sql.run(`UPDATE locks SET taken = taken + 1 WHERE name = '${name}'`)
