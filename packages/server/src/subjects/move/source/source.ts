import { setTimeout as sleep } from 'node:timers/promises'
import { CommandError } from '../../../platform/commands/command.ts'
import type { Row, Value } from '../../../platform/store/engine.ts'
import { sqliteModule } from '../../../platform/store/engines/sqlite-module.ts'
import { TABLES } from '../../../platform/store/table-list.ts'
import { NOTES } from './notes.ts'
import { list, NOT_COPIED, type TableShape } from './table-shape.ts'

/** How long the command waits for a writer of the service. */
const BUSY_MS = 10_000
const BUSY_PAUSE_MS = 5

export interface Note {
  readonly seq: number
  readonly name: string
  readonly keys: string
  readonly delta: number
}

export type Source = Awaited<ReturnType<typeof openSource>>

/** The file that a service goes on using meanwhile: one connection, whose statements run at once. */
export async function openSource(file: string) {
  const { DatabaseSync } = await sqliteModule()
  const database = new DatabaseSync(file)
  const prepared = new Map<string, ReturnType<typeof database.prepare>>()
  const read = (sql: string, params: readonly Value[] = []): readonly Row[] => {
    const statement = prepared.get(sql) ?? database.prepare(sql)
    prepared.set(sql, statement)
    return statement.all(...params) as readonly Row[]
  }
  // What this connection writes is on the disk when it is committed, and the log stays as the service keeps it.
  database.exec('PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 0; PRAGMA busy_timeout = 0')

  const begin = async (): Promise<void> => {
    for (const limit = performance.now() + BUSY_MS; ; await sleep(BUSY_PAUSE_MS)) {
      try {
        database.exec('BEGIN IMMEDIATE')
        return
      } catch (error) {
        if (!/database is locked|busy/i.test(String(error)) || performance.now() > limit) throw error
      }
    }
  }
  const rollback = (): void => {
    if (database.isTransaction) database.exec('ROLLBACK')
  }
  const all = (statements: readonly string[]): void => {
    for (const statement of statements) database.exec(statement)
  }

  return {
    file,
    read,
    begin,
    all,
    rollback,
    ...rowsIn(read),
    commit: () => database.exec('COMMIT'),
    /** All of them, or none. */
    async change(statements: readonly string[]): Promise<void> {
      await begin()
      try {
        all(statements)
        database.exec('COMMIT')
      } finally {
        rollback()
      }
    },
    /** All that is read is of one moment. Long ones keep the log from being emptied, and with it the service waiting. */
    async snapshot<T>(work: () => Promise<T>): Promise<T> {
      database.exec('BEGIN')
      try {
        return await work()
      } finally {
        rollback()
      }
    },
    close: () => database.close(),
  }
}

type Read = (sql: string, params?: readonly Value[]) => readonly Row[]

/** What is asked of the file. */
const rowsIn = (read: Read) => ({
  has: (table: string): boolean => read(`SELECT 1 AS found FROM sqlite_master WHERE name = ?`, [table]).length > 0,
  everyTable: (): readonly string[] =>
    read(`SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB 'sqlite_*' ORDER BY name`).map((row) =>
      String(row['name']),
    ),
  shapes: (): readonly TableShape[] =>
    TABLES.filter(({ name }) => !NOT_COPIED.includes(name)).map(({ name }) => shapeIn(read, name)),
  /** So many rows behind a key, in the order of the key. */
  page({ name, columns, key }: TableShape, behind: readonly Value[] | undefined, limit: number): readonly Row[] {
    const condition = behind ? `WHERE (${list(key)}) > (${key.map(() => '?').join(', ')})` : ''
    return read(`SELECT ${list(columns)} FROM ${name} ${condition} ORDER BY ${list(key)} LIMIT ${limit}`, behind)
  },
  /** Those that are there now. */
  rowsOf({ name, columns, key }: TableShape, keys: readonly string[]): readonly Row[] {
    const sql = `SELECT ${list(columns)} FROM ${name} WHERE ${key.map((column) => `${column} = ?`).join(' AND ')}`
    return keys.flatMap((one) => read(sql, JSON.parse(one)))
  },
  notes: (behind: number, limit: number): readonly Note[] =>
    read(`SELECT seq, name, keys, delta FROM ${NOTES} WHERE seq > ? ORDER BY seq LIMIT ${limit}`, [behind]).map((row) => ({
      seq: Number(row['seq']),
      name: String(row['name']),
      keys: JSON.stringify(JSON.parse(String(row['keys']))),
      delta: Number(row['delta']),
    })),
  lastNote: (): number => Number(read(`SELECT COALESCE(MAX(seq), 0) AS seq FROM ${NOTES}`)[0]?.['seq']),
  count: ({ name }: TableShape): number => Number(read(`SELECT COUNT(*) AS total FROM ${name}`)[0]?.['total']),
})

function shapeIn(read: (sql: string) => readonly Row[], name: string): TableShape {
  const found = read(`SELECT name, pk FROM pragma_table_info('${name}')`)
  const key = found.filter((row) => Number(row['pk']) > 0).toSorted((a, b) => Number(a['pk']) - Number(b['pk']))
  if (key.length === 0) throw new CommandError(`The table ${name} has no primary key, by which its rows could be found.`)
  const nameOf = (row: Row): string => String(row['name'])
  return { name, columns: found.map(nameOf), key: key.map(nameOf) }
}
