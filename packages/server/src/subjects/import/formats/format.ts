import type { DatabaseSyncInstance } from '@photostructure/sqlite'
import { UsageError } from '../../../platform/commands/command.ts'
import type { ImportedOrganisation, ImportedRecord, Refusal } from '../imported-record.ts'

export interface FormatContext<Config> {
  readonly now: number
  /** Of `--hash-config`, as `readConfig` of the format has read it. */
  readonly config: Config
  /** Of the file that `--identities` names, the values with this key. */
  joined(key: string): readonly unknown[]
}

/** Pure: the same value is read alike, and what it says of a person is neither checked nor completed. */
export type ReadRecord<Config = unknown> = (value: unknown, context: FormatContext<Config>) => ImportedRecord | Refusal

/**
 * How the files of another system are read. Whether a file is JSON, CSV or SQLite is seen in its first bytes; a row of CSV is an object of
 * texts by the names in the first line.
 */
export interface Format<Config = unknown> {
  /** Of a line, where it may have more than records of other systems. */
  readonly mostBytes?: number
  /** In an object around the list of users: the name of that list. */
  readonly wrapper?: string
  /** The second file, of `--identities`: its own wrapper, and what its values are found by. */
  readonly joins?: { readonly wrapper?: string; readonly keyOf: (value: unknown) => string | undefined }
  /** The values of a database, in an order that does not change. It is open for reading only. */
  readonly rows?: (database: DatabaseSyncInstance) => Iterable<unknown>
  /** The text of `--hash-config`, undefined without it. Throws a UsageError that says what is missing. */
  readonly readConfig: (text: string | undefined) => Config
  readonly read: ReadRecord<Config>
  /** Where the first line is about the file: what it says takes the place of the configuration. */
  readonly readHead?: (line: string) => Config
  /** Undefined for what is none. */
  readonly readOrganisation?: (value: unknown) => ImportedOrganisation | undefined
}

/** Keys that a format has no use for were meant for another. */
export function noConfig(text: string | undefined): undefined {
  if (text !== undefined) throw new UsageError('--hash-config: the files of this format need no keys')
  return undefined
}

/** The configuration of a format is its own business. */
export const format = <Config>(definition: Format<Config>): Format => definition as Format
