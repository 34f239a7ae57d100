import { UsageError } from '../../../platform/commands/command.ts'
import { listOf, objectOf, textOf } from './fields.ts'

export type Row = Readonly<Record<string, unknown>>

/** JSON as it is, or written into a text, as in a cell of CSV or a column of a database. */
function nestedOf(value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    return undefined
  }
}

export const nestedRow = (value: unknown): Row => objectOf(nestedOf(value)) ?? {}

export const rowsOf = (value: unknown): readonly Row[] =>
  listOf(nestedOf(value)).flatMap((one): readonly Row[] => [objectOf(one) ?? []].flat())

export const textsOf = (value: unknown): readonly string[] => listOf(nestedOf(value)).flatMap((one) => textOf(one) ?? [])

export const nameOf = (...parts: readonly unknown[]): string | undefined =>
  textOf(parts.flatMap((part) => textOf(part) ?? []).join(' '))

/** The value of the first column that there is. */
export const firstOf = (row: Row, ...columns: readonly string[]): unknown =>
  columns.map((column) => row[column]).find((value) => value !== undefined && value !== null && value !== '')

/** The object in the file of `--hash-config`. */
export function readJsonConfig(text: string | undefined, holds: string): Row {
  if (text === undefined) return {}
  const row = objectOf(nestedOf(text))
  if (row) return row
  throw new UsageError(`--hash-config: the file holds JSON, with ${holds}`)
}

/** A secret that is all that the file of `--hash-config` holds, or a member of the JSON in it. */
export function readSecretConfig(text: string | undefined, name: string): Buffer | undefined {
  const bare = text?.trim()
  const secret = bare?.startsWith('{') ? textOf(readJsonConfig(bare, `a member "${name}"`)[name]) : bare
  if (text !== undefined && !secret) throw new UsageError(`--hash-config: the file holds no "${name}"`)
  return secret === undefined ? undefined : Buffer.from(secret)
}
