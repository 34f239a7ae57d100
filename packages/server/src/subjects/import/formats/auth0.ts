import { type ImportedRecord, importedRecord } from '../imported-record.ts'
import { flagOf, hashTextOf, objectOf, textOf, timeOf } from './fields.ts'
import { format, noConfig } from './format.ts'
import { modular } from './hash-texts/modular.ts'
import { firstOf, nestedRow, type Row, rowsOf, textsOf } from './nested.ts'

/** Connections of Auth0 itself: a password, or a code by mail or message. */
const OWN = ['auth0', 'email', 'sms']

/**
 * Auth0: the users that its export job gives, joined with the export of hashes that its support makes; or the other way round, where only
 * those with a password are to come. Either may stand alone.
 */
export const auth0 = format({
  wrapper: 'users',
  joins: { wrapper: 'users', keyOf: (value) => idOf(objectOf(value) ?? {}) },
  readConfig: noConfig,
  read(value, { joined }) {
    const row = objectOf(value)
    if (!row) return { reason: 'not_json' }
    const sourceId = idOf(row) ?? ''
    const rows = [row, ...rowsOf(joined(sourceId))]
    const user = rows.find((one) => one['user_id'] !== undefined) ?? row
    const address = addressOf(user) ?? rows.map(addressOf).find(Boolean)
    if (!address) return { reason: 'invalid_email', sourceId }
    const hash = rows.map((one) => hashTextOf(firstOf(one, 'passwordHash', 'password_hash'))).find(Boolean)
    return importedRecord({
      ...{ sourceId, ...address, createdAt: timeOf(user['created_at']), name: shownName(user, address.email) },
      language: textOf(user['locale'])?.split('-', 1)[0],
      ban: rows.some((one) => flagOf(one['blocked'])) ? { reason: undefined, until: undefined } : undefined,
      password: hash === undefined ? undefined : modular(hash, ['bcrypt']),
      identities: rowsOf(user['identities']).flatMap(identityOf),
      // Its exports hold no seeds.
      hasUnsupportedFactor: textsOf(user['multifactor']).length > 0 || rowsOf(user['guardian_enrollments']).length > 0,
      // Not `user_metadata`, which people may change.
      attributes: { ...nestedRow(user['app_metadata']), ...user },
    })
  },
})

/** With the name of the connection before it; the export of hashes has it apart. */
function idOf(row: Row): string | undefined {
  const own = textOf(row['alt_id']) ?? textOf(objectOf(row['_id'])?.['$oid'])
  return textOf(row['user_id']) ?? (own === undefined ? undefined : `auth0|${own}`)
}

/** Some hashes come with a list of identifiers instead. */
function addressOf(row: Row): { readonly email: string; readonly isVerified: boolean } | undefined {
  const email = textOf(row['email'])
  if (email !== undefined) return { email, isVerified: flagOf(row['email_verified']) }
  const other = rowsOf(row['identifiers']).find((one) => one['type'] === 'email')
  const value = textOf(other?.['value'])
  return value === undefined ? undefined : { email: value, isVerified: flagOf(other?.['verified']) }
}

/** Who has given no name is called by the address there. */
const shownName = (user: Row, email: string): string | undefined => {
  const name = textOf(user['name'])
  return name === email ? undefined : name
}

function identityOf(one: Row): ImportedRecord['identities'] {
  const [provider, subject] = [textOf(one['provider']), textOf(one['user_id'])]
  if (provider === undefined || subject === undefined || OWN.includes(provider)) return []
  return [{ provider, subject, email: textOf(objectOf(one['profileData'])?.['email']) }]
}
