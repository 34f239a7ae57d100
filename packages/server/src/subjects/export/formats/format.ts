import type { FileKey } from '../../../gate/account-file/file-keys.ts'
import type { AccountRecord } from '../../../gate/account-file/read-records.ts'
import type { Config } from '../../../platform/config/schema.ts'

/** What the whole file is about. */
export interface About {
  readonly config: Config
  readonly now: number
  readonly since: number | undefined
  readonly withHashes: boolean
  readonly withSeeds: boolean
  readonly keys: readonly FileKey[]
}

/** What a file for another product cannot say of an account, and so stays behind. */
export type Left =
  | 'password'
  | 'second_factor'
  | 'recovery_codes'
  | 'passkeys'
  | 'identities'
  | 'ban'
  | 'organisations'
  | 'data'
  | 'unverified'

/** How accounts are written for those who are to read them. Each text ends with the end of a line, the last excepted. */
export interface Writer {
  readonly head: string
  /** What is in the file beside accounts, in front of them. */
  other?(record: Readonly<Record<string, unknown>>): string
  /** Undefined where it cannot go along at all. */
  account(record: AccountRecord, left: (what: Left) => void): string | undefined
  /** Between two accounts. */
  readonly separator: string
  readonly tail: string
  /** What its readers have to know of passwords. */
  readonly ofPasswords?: string
}

export type Format = (about: About) => Writer
