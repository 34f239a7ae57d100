import type { Fields } from '../../../gate/data/field.ts'
import { csvHead, csvLine } from '../../../gate/pages/console/csv.ts'
import type { Format } from './format.ts'

const COLUMNS = ['id', 'email', 'name', 'role', 'email_verified', 'created_at', 'language', 'banned', 'ban_reason'] as const
const PASSWORD = ['password_hash', 'password_scheme', 'password_form'] as const

type Cell = string | number | boolean | null

/** What `users import --from csv` reads. No cell is a formula to a spreadsheet. */
export const csv: Format = ({ config, withHashes }) => {
  const providers = config.oauth.providers.map(({ name }) => name)
  const fields = config.data.fields
  const names = [
    ...COLUMNS,
    ...(withHashes ? PASSWORD : []),
    ...providers.map((name) => `identity.${name}`),
    ...fields.map(({ name }) => `data.${name}`),
  ]
  return {
    head: csvHead(names),
    account(record, left) {
      const { id, email, name, role, verifiedAt, createdAt, language, bannedAt, banReason, passwordHash, totp, passkeys } = record
      const own = [id, email, name, role, verifiedAt !== undefined, createdAt, language, bannedAt !== undefined, banReason]
      const isOurs = typeof passwordHash === 'string' && passwordHash.startsWith('$argon2')
      if (passwordHash !== undefined && !isOurs) left('password')
      if (totp !== undefined) left('second_factor')
      if (passkeys !== undefined) left('passkeys')
      if (record['recoveryCodes'] !== undefined) left('recovery_codes')
      if (record['organisations'] !== undefined) left('organisations')
      return csvLine(
        [
          ...own,
          ...(withHashes ? (isOurs ? [passwordHash, 'argon2', 'nfc'] : [null, null, null]) : []),
          ...providers.map((provider) => subjectAt(record['identities'], provider)),
          ...valuesOf(record['data'], fields),
        ].map(cellOf),
      )
    },
    separator: '',
    tail: '',
  }
}

function subjectAt(identities: unknown, provider: string): unknown {
  const linked = Array.isArray(identities) ? (identities as readonly Readonly<Record<string, unknown>>[]) : []
  return linked.find((one) => one['provider'] === provider)?.['subject']
}

const valuesOf = (data: unknown, fields: Fields): readonly unknown[] =>
  fields.map(({ name }) => (Object.hasOwn(data ?? {}, name) ? (data as Readonly<Record<string, unknown>>)[name] : null))

/** Entries of a list stand in lines of their own. */
const cellOf = (value: unknown): Cell => {
  if (value === undefined || value === null) return null
  if (typeof value === 'number' || typeof value === 'boolean') return value
  return Array.isArray(value) ? value.join('\n') : String(value)
}
