import { type ImportedRecord, importedRecord } from '../imported-record.ts'
import { base32Of } from './bytes.ts'
import { flagOf, hashTextOf, objectOf, textOf, timeOf } from './fields.ts'
import { format } from './format.ts'
import { modular } from './hash-texts/modular.ts'
import { firstOf, nameOf, type Row, readSecretConfig, rowsOf } from './nested.ts'

interface DeviseConfig {
  /** `config.pepper`, appended to every password. */
  readonly pepper: Buffer | undefined
}

/**
 * Devise: the rows of its model, of whichever of its modules there are columns. `otp_secret` is that of devise-two-factor as Rails opens
 * it; as it lies in the table it is sealed. Sign-ins elsewhere are columns `provider` and `uid`, of the user or of joined rows.
 */
export const devise = format<DeviseConfig>({
  wrapper: 'users',
  joins: { keyOf: (value) => textOf(objectOf(value)?.['user_id']) },
  readConfig: (text) => ({ pepper: readSecretConfig(text, 'pepper') }),
  read(value, { config, joined }) {
    const user = objectOf(value)
    if (!user) return { reason: 'not_json' }
    const [sourceId = '', email] = [textOf(user['id']), textOf(user['email'])]
    if (timeOf(user['deleted_at']) !== undefined) return { reason: 'deleted_at_source', sourceId, email }
    if (email === undefined) return { reason: 'invalid_email', sourceId }
    return importedRecord({
      ...{ sourceId, email, createdAt: timeOf(user['created_at']) },
      name: textOf(firstOf(user, 'name', 'full_name')) ?? nameOf(user['first_name'], user['last_name']),
      isVerified: timeOf(user['confirmed_at']) !== undefined,
      language: textOf(user['locale']),
      ban: timeOf(user['locked_at']) === undefined ? undefined : { reason: 'locked', until: undefined },
      password: passwordOf(hashTextOf(user['encrypted_password']), config),
      identities: [user, ...rowsOf(joined(sourceId))].flatMap(identityOf),
      ...factorsOf(user),
      isAdministrator: flagOf(user['admin']),
      attributes: user,
    })
  },
})

function passwordOf(text: string | undefined, { pepper }: DeviseConfig): ImportedRecord['password'] {
  if (text === undefined) return undefined
  const read = modular(text, ['bcrypt-c'])
  return read === 'unknown' || !pepper ? read : { ...read, hash: { ...read.hash, pepper } }
}

/** Codes of before are hashed. */
function factorsOf(user: Row): Partial<ImportedRecord> {
  if (!flagOf(user['otp_required_for_login'])) return {}
  const secret = base32Of(user['otp_secret'])
  return secret ? { totp: { secret, digits: 6, period: 30, algorithm: 'SHA1' } } : { hasUnsupportedFactor: true }
}

function identityOf(row: Row): ImportedRecord['identities'] {
  const [provider, subject] = [textOf(row['provider']), textOf(row['uid'])]
  return provider === undefined || subject === undefined ? [] : [{ provider, subject, email: undefined }]
}
