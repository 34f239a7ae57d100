import type { Row } from '../engine.ts'
import { DatabaseMoved } from './database-moved.ts'

/** In the header of the file, where a look costs a few microseconds. */
const FENCED = 0x6d6f7665
export const MOVED_TO = 'moved_to'
/** There from the beginning of a move until its end. */
export const BEGUN = 'move_begun'

/** A connection to the file whose statements are kept. */
interface Connected {
  asking(sql: string): () => Row | undefined
  execute(sql: string): readonly Row[]
}

/** Notices that another process has moved the rows of the file elsewhere. */
export interface Fence {
  readonly isUp: () => boolean
  /** Does what reads or writes the file. Throws where the file has moved. */
  pass<T>(work: () => T): T
}

/** A look and the statement after it see no older file than the one at the look, so an answer is as fresh as its question. */
export function fenceOf({ asking, execute }: Connected, onMoved: (moved: DatabaseMoved) => void): Fence {
  const ask = asking('PRAGMA user_version')
  const isUp = (): boolean => ask()?.['user_version'] === FENCED
  const refuse = (): never => {
    const [row] = execute(`SELECT id, target FROM ${MOVED_TO}`)
    const moved = new DatabaseMoved({ id: String(row?.['id']), target: String(row?.['target']) })
    onMoved(moved)
    throw moved
  }
  return {
    isUp,
    pass(work) {
      if (isUp()) refuse()
      try {
        return work()
      } catch (error) {
        // It went up between the look and the write, which has changed nothing.
        if (isUp()) refuse()
        throw error
      }
    },
  }
}

const OPERATIONS = ['INSERT', 'UPDATE', 'DELETE'] as const
const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** Holds for every process that has the file open, whatever its version. */
export const raiseFence = (tables: readonly string[], { id, target }: { readonly id: string; readonly target: string }) => [
  `CREATE TABLE ${MOVED_TO} (id TEXT NOT NULL, target TEXT NOT NULL)`,
  `INSERT INTO ${MOVED_TO} (id, target) VALUES (${quoted(id)}, ${quoted(target)})`,
  ...tables.flatMap((table) =>
    OPERATIONS.map(
      (operation) =>
        `CREATE TRIGGER ${nameOf(table, operation)} BEFORE ${operation} ON ${table}
         BEGIN SELECT RAISE(ABORT, ${quoted(`the database has moved to ${target}: set DATABASE_URL to it`)}); END`,
    ),
  ),
  `PRAGMA user_version = ${FENCED}`,
]

export const lowerFence = (tables: readonly string[]): readonly string[] => [
  ...tables.flatMap((table) => OPERATIONS.map((operation) => `DROP TRIGGER IF EXISTS ${nameOf(table, operation)}`)),
  `DROP TABLE IF EXISTS ${MOVED_TO}`,
  `PRAGMA user_version = 0`,
]

const nameOf = (table: string, operation: string): string => `moved_${table}_${operation.toLowerCase()}`
