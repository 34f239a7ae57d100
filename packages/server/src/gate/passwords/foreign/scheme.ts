import type { ForeignHash, PasswordForm, SchemeName } from './foreign-hash.ts'
import type { Parameters } from './parameters.ts'

export interface StoredHash {
  /** When it came, in days since 1970. */
  readonly day: number
  readonly scheme: SchemeName
  readonly form: PasswordForm
  readonly parameters: Parameters
  readonly salt: Buffer
  /** What has to come out; empty where only an argon2id hash of it is kept. */
  readonly key: Buffer
  /** PHC text of argon2id over what comes out, where the scheme by itself is weak. */
  readonly wrapping: string | undefined
}

export interface ReadHash {
  readonly parameters: Parameters
  readonly salt: Buffer
  readonly key: Buffer
}

/** All that is known of one way of hashing passwords. */
export interface Scheme<S extends SchemeName> {
  /** Undefined where the text is not one of this scheme. */
  read(hash: ForeignHash<S>): ReadHash | undefined
  /** What the old system kept apart, without which no password can be compared. */
  secretOf?(hash: ForeignHash<S>): Buffer | undefined
  /** The secret is a part of the scheme, and not what each password ends with. */
  readonly isKeyed?: true
  /** Why its cost is out of bounds. */
  problem(hash: Pick<StoredHash, 'parameters' | 'salt'>): string | undefined
  isWeak(parameters: Parameters): boolean
  /** How long the salt of a decoy is. */
  readonly saltBytes: number
  /** What comes out for a password. Never on the event loop for long. */
  derive(hash: StoredHash, password: Buffer, secret: Buffer | undefined): Promise<Buffer>
}
