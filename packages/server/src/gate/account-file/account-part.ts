import type { DataKey } from '../../platform/kernel/data-key.ts'
import type { AnyTable, Connection } from '../../platform/store/table.ts'

/** What a file of accounts is made from. */
export interface FileSource {
  readonly tables: Connection
  readonly withHashes: boolean
  /** What factors are made of: seeds of authenticator apps, and passkeys. */
  readonly withSeeds: boolean
  readonly dataKey: () => Promise<DataKey>
}

/** Members of the record of each of these accounts, by its id. They say the same each time. */
export type Members = ReadonlyMap<string, Readonly<Record<string, unknown>>>

/** What a subject gives to the record of an account in a file of all accounts. */
export interface AccountPart {
  /** All rows of which go along. */
  readonly tables: readonly AnyTable[]
  /** Records of their own, which those of accounts name. */
  before?(source: FileSource): AsyncIterable<Readonly<Record<string, unknown>>>
  /** Secrets that members name, by `nameInFile`. */
  secrets?(source: FileSource): Promise<readonly Buffer[]>
  read(source: FileSource, accountIds: readonly string[]): Promise<Members>
}
