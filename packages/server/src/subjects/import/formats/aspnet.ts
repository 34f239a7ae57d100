import { type ImportedRecord, importedRecord } from '../imported-record.ts'
import { base32Of } from './bytes.ts'
import { flagOf, hashTextOf, objectOf, textOf, timeOf } from './fields.ts'
import { format, noConfig } from './format.ts'
import { aspnetHash } from './hash-texts/aspnet-hash.ts'
import { raw } from './hash-texts/modular.ts'
import { type Row, rowsOf } from './nested.ts'

/**
 * ASP.NET Core Identity: rows of `AspNetUsers`, with those of `AspNetUserLogins`, `AspNetUserTokens` and `AspNetUserRoles` (by name) as
 * members `Logins`, `Tokens` and `Roles`, or joined by `UserId`.
 */
export const aspnet = format({
  wrapper: 'Users',
  joins: { keyOf: (value) => textOf(objectOf(value)?.['UserId']) },
  readConfig: noConfig,
  read(value, { now, joined }) {
    const user = objectOf(value)
    if (!user) return { reason: 'not_json' }
    const [sourceId = '', email] = [textOf(user['Id']), textOf(user['Email'])]
    if (email === undefined) return { reason: 'invalid_email', sourceId }
    const rows = rowsOf(joined(sourceId))
    const roles = [...rowsOf(user['Roles']), ...rows].flatMap((row) => textOf(row['RoleName'] ?? row['Name']) ?? [])
    const until = flagOf(user['LockoutEnabled']) ? timeOf(user['LockoutEnd'] ?? user['LockoutEndDateUtc']) : undefined
    const hash = hashTextOf(user['PasswordHash'])
    return importedRecord({
      ...{ sourceId, email, isVerified: flagOf(user['EmailConfirmed']), createdAt: timeOf(user['CreatedAt']) },
      // An account that is locked out for good is so until the year 9999.
      ban:
        until === undefined || until <= now ? undefined : { reason: 'locked out', until: isForever(until) ? undefined : until },
      password: hash === undefined ? undefined : raw(aspnetHash(hash)),
      identities: [...rowsOf(user['Logins']), ...rows].flatMap(identityOf),
      ...factorsOf(user, [...rowsOf(user['Tokens']), ...rows]),
      attributes: { ...user, roles },
    })
  },
})

const isForever = (until: number): boolean => new Date(until).getUTCFullYear() >= 9999

/** Under these names it keeps what it needs itself. */
const OWN = '[AspNetUserStore]'

function factorsOf(user: Row, rows: readonly Row[]): Partial<ImportedRecord> {
  if (!flagOf(user['TwoFactorEnabled'])) return {}
  const token = (name: string) => rows.find((row) => row['LoginProvider'] === OWN && row['Name'] === name)?.['Value']
  const secret = base32Of(token('AuthenticatorKey'))
  if (!secret) return { hasUnsupportedFactor: true }
  const codes = textOf(token('RecoveryCodes'))?.split(';').filter(Boolean) ?? []
  return { totp: { secret, digits: 6, period: 30, algorithm: 'SHA1' }, recoveryCodes: codes }
}

function identityOf(row: Row): ImportedRecord['identities'] {
  const [provider, subject] = [textOf(row['LoginProvider']), textOf(row['ProviderKey'])]
  return provider === undefined || subject === undefined ? [] : [{ provider, subject, email: undefined }]
}
