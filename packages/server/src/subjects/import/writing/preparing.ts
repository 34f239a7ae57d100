import type { Deps } from '../../../gate/deps.ts'
import type { ForeignHash, PasswordForm } from '../../../gate/passwords/foreign/foreign-hash.ts'
import type { DataKey } from '../../../platform/kernel/data-key.ts'
import type { Connection } from '../../../platform/store/table.ts'
import type { ImportOptions } from '../import-options.ts'
import type { Reason, StoredPassword } from '../imported-record.ts'

/** Makes of a hash the text that is stored. */
export interface PasswordEncoding {
  encode(
    hash: ForeignHash,
    form: PasswordForm,
  ):
    | { readonly ok: true; readonly text: string; readonly isWeak: boolean }
    | { readonly ok: false; readonly reason: Extract<Reason, 'unknown_hash' | 'hash_out_of_bounds' | 'hash_key_missing'> }
  /** What a service of this kind stores. */
  keep(password: StoredPassword): ReturnType<PasswordEncoding['encode']>
  /** As slow as hashing a password is. */
  wrap(text: string): Promise<string>
  /** The name under which the key of recovery codes is kept. */
  keyIdOfRecovery(key: Buffer): string
  /** Secrets of the source that hashes name, by those names; in each transaction that writes some. */
  keepKeys(tx: Connection, ids: Iterable<string>, now: number): Promise<void>
  /** Once a batch is settled. */
  forgetKeys(): void
}

/** What there is to make a record ready with. */
export interface Preparing {
  readonly deps: Deps
  readonly options: ImportOptions
  readonly passwords: PasswordEncoding
  readonly dataKey: DataKey
  readonly now: number
}
