import { type ImportedRecord, type ImportedTotp, importedRecord } from '../imported-record.ts'
import { base32Of, countOf, hexOf } from './bytes.ts'
import { flagOf, hashTextOf, objectOf, textOf, timeOf } from './fields.ts'
import { format, noConfig } from './format.ts'
import { djangoHash } from './hash-texts/django-hash.ts'
import { nameOf, nestedRow, type Row, rowsOf } from './nested.ts'

/** What belongs to a user, by the name of its model without that of its app. */
interface Models {
  of(model: string): readonly Row[]
}

/**
 * Django: what `dumpdata` writes of its users, or the rows of their table. django-allauth and django-otp are joined from a second file of
 * `dumpdata`; without the former no address counts as verified, because Django itself does not ask.
 */
export const django = format({
  wrapper: 'users',
  joins: { keyOf: (value) => textOf(fieldsOf(objectOf(value) ?? {})['user'] ?? objectOf(value)?.['user_id']) },
  readConfig: noConfig,
  read(value, { joined }) {
    const row = objectOf(value)
    if (!row) return { reason: 'not_json' }
    const user = fieldsOf(row)
    const [sourceId = '', email] = [textOf(row['pk'] ?? user['id']), textOf(user['email'])]
    if (email === undefined) return { reason: 'invalid_email', sourceId }
    const models = modelsOf(rowsOf(joined(sourceId)))
    const hash = hashTextOf(user['password'])
    return importedRecord({
      ...{ sourceId, email, createdAt: timeOf(user['date_joined']), name: nameOf(user['first_name'], user['last_name']) },
      isVerified: models.of('emailaddress').some((one) => flagOf(one['verified']) && isSame(one['email'], email)),
      ban: isInactive(user['is_active']) ? { reason: undefined, until: undefined } : undefined,
      password: hash === undefined ? undefined : djangoHash(hash),
      identities: models.of('socialaccount').flatMap(identityOf),
      ...factorsOf(models),
      isAdministrator: flagOf(user['is_superuser']),
      attributes: user,
    })
  },
})

/** Of `dumpdata`; a row of the table is its own. */
const fieldsOf = (row: Row): Row => objectOf(row['fields']) ?? row

const modelsOf = (rows: readonly Row[]): Models => ({
  of: (model) => rows.filter((row) => textOf(row['model'])?.split('.').at(-1) === model).map(fieldsOf),
})

const isSame = (one: unknown, other: string): boolean => textOf(one)?.toLowerCase() === other.toLowerCase()

const isInactive = (value: unknown): boolean => value !== undefined && value !== null && value !== '' && !flagOf(value)

/** django-otp keeps seeds in hexadecimal digits, django-allauth in base32; codes of before are kept as what they are derived from. */
function factorsOf(models: Models): Partial<ImportedRecord> {
  const devices = models.of('totpdevice').filter((one) => flagOf(one['confirmed']))
  const authenticators = models.of('authenticator')
  const mailed = models.of('emaildevice').some((one) => flagOf(one['confirmed']))
  const totp = [...devices.map(deviceOf), ...authenticators.map(authenticatorOf)].find(Boolean)
  const isOther = devices.length > 0 || authenticators.some((one) => one['type'] !== 'recovery_codes')
  return { totp, hasMailedFactor: mailed, hasUnsupportedFactor: !totp && isOther }
}

function deviceOf(device: Row): ImportedTotp | undefined {
  const secret = hexOf(device['key'])
  if (!secret || countOf(device['t0'] ?? 0) !== 0) return undefined
  return { secret, digits: countOf(device['digits'] ?? 6), period: countOf(device['step'] ?? 30), algorithm: 'SHA1' }
}

function authenticatorOf(one: Row): ImportedTotp | undefined {
  const secret = one['type'] === 'totp' ? base32Of(nestedRow(one['data'])['secret']) : undefined
  return secret && { secret, digits: 6, period: 30, algorithm: 'SHA1' }
}

function identityOf(one: Row): ImportedRecord['identities'] {
  const [provider, subject] = [textOf(one['provider']), textOf(one['uid'])]
  if (provider === undefined || subject === undefined) return []
  return [{ provider, subject, email: textOf(nestedRow(one['extra_data'])['email']) }]
}
