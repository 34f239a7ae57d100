import { createHash } from 'node:crypto'
import type { Row } from '../../../platform/store/engine.ts'

/** How many hexadecimal digits of the hash count: 60 bits, which both databases add up without loss. */
const DIGITS = 15

/** Rows that are stored, and the sum of their hashes, which is the same in whatever order they are added. */
export interface Tally {
  readonly rows: number
  readonly sum: bigint
}

export const isSame = (one: Tally, other: Tally): boolean => one.rows === other.rows && one.sum === other.sum

/** The length before each value keeps two rows apart whose values are cut at different places. */
const textOf = (row: Row, columns: readonly string[]): string =>
  columns
    .map((column) => row[column] ?? null)
    .map((value) => (value === null ? '-' : `+${Buffer.byteLength(String(value))}:${value}`))
    .join('')

export function tallyOf(rows: readonly Row[], columns: readonly string[]): Tally {
  let sum = 0n
  for (const row of rows) {
    const digest = createHash('sha256').update(textOf(row, columns)).digest('hex')
    sum += BigInt(`0x${digest.slice(0, DIGITS)}`)
  }
  return { rows: rows.length, sum }
}

/** The same for PostgreSQL. */
export function hashIn(columns: readonly string[], alias: string): string {
  const parts = columns
    .map((column) => `CAST(${alias}.${column} AS text)`)
    .map((text) => `CASE WHEN ${text} IS NULL THEN '-' ELSE '+' || octet_length(${text}) || ':' || ${text} END`)
  const digits = `substr(encode(sha256(convert_to(${parts.join(' || ')}, 'UTF8')), 'hex'), 1, ${DIGITS})`
  return `CAST(CAST(('x' || ${digits}) AS bit(${DIGITS * 4})) AS bigint)`
}
