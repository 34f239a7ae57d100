import type { AccountRecord } from '../../../gate/account-file/read-records.ts'
import type { Left } from './format.ts'

type Row = Readonly<Record<string, unknown>>

export interface Person {
  readonly id: string
  readonly email: string
  readonly name: string
  readonly isVerified: boolean
  readonly isBanned: boolean
  /** Epoch milliseconds. */
  readonly createdAt: number
  readonly language: string | undefined
  /** PHC text of argon2id, as every hash of our own is. */
  readonly phc: string | undefined
  readonly totp:
    | { readonly secret: string; readonly period: number; readonly algorithm: string; readonly digits: number }
    | undefined
  readonly identities: readonly { readonly provider: string; readonly subject: string; readonly email: string | undefined }[]
  /** What is ours alone, for places that only administrators there can see. */
  readonly ours: Row
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
const rowsOf = (value: unknown): readonly Row[] => (Array.isArray(value) ? (value as readonly Row[]) : [])

/** What other products have a place for. What none of them has is counted as left behind. */
export function personOf(record: AccountRecord, left: (what: Left) => void): Person {
  const { id, email, name, role, data, language, passwordHash, totp, bannedAt, createdAt, verifiedAt } = record
  const phc = textOf(passwordHash)?.startsWith('$argon2') ? textOf(passwordHash) : undefined
  if (passwordHash !== undefined && phc === undefined) left('password')
  if (record['passkeys'] !== undefined) left('passkeys')
  if (record['recoveryCodes'] !== undefined) left('recovery_codes')
  if (record['organisations'] !== undefined) left('organisations')
  if (record['emailFactorAt'] !== undefined) left('second_factor')
  return {
    ...{ id, email: String(email), name: String(name), isVerified: verifiedAt !== undefined, isBanned: bannedAt !== undefined },
    ...{ createdAt: Date.parse(String(createdAt)), language: textOf(language), phc, totp: totp as Person['totp'] },
    identities: rowsOf(record['identities']).map((one) => ({
      ...{ provider: String(one['provider']), subject: String(one['subject']), email: textOf(one['email']) },
    })),
    ours: { latchkey: { id, role, ...(data !== undefined && { data }) } },
  }
}

/** What every authenticator app can do, and most products take for granted. */
export function plainSecret({ totp }: Person, left: (what: Left) => void): string | undefined {
  if (totp === undefined) return undefined
  if (totp.period === 30 && totp.algorithm === 'sha1' && totp.digits === 6) return totp.secret
  left('second_factor')
  return undefined
}

/** A list of JSON, in an object around it where there is a wrapper. */
export const jsonList = (before = '', after = '') => ({ head: `${before}[\n`, separator: ',\n', tail: `\n]${after}\n` })

export const ndjson = { head: '', separator: '\n', tail: '\n' }
