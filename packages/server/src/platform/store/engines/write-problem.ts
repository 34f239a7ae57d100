import { DatabaseBusy } from './database-busy.ts'

/**
 * Why a write failed that has written nothing. `taken`: another transaction was faster with what has to be unique. `odd`: the database takes
 * no such row. `busy`: it may do the same write later.
 */
export type WriteProblem = 'taken' | 'odd' | 'busy'

/** By the codes of PostgreSQL: for `odd` data_exception, integrity_constraint_violation and program_limit_exceeded. */
const CODES: readonly (readonly [RegExp, WriteProblem])[] = [
  [/^23505$/, 'taken'],
  [/^(?:22|23|54)\w{3}$/, 'odd'],
  [/^(?:40001|40P01|55P03|57014)$/, 'busy'],
]

/** SQLite and its driver have no codes for these. */
const TEXTS: readonly (readonly [RegExp, WriteProblem])[] = [
  [/UNIQUE constraint failed/, 'taken'],
  [/constraint failed|datatype mismatch|too big|too large to bind|cannot be bound/, 'odd'],
  [/database is locked/, 'busy'],
]

/** Undefined for all that is no matter of the rows, such as a full disk. */
export function writeProblemOf(error: unknown): WriteProblem | undefined {
  if (error instanceof DatabaseBusy) return 'busy'
  if (!(error instanceof Error)) return undefined
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return [...CODES.filter(([pattern]) => pattern.test(code)), ...TEXTS.filter(([pattern]) => pattern.test(error.message))].at(
    0,
  )?.[1]
}
