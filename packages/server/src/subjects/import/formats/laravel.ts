import { UsageError } from '../../../platform/commands/command.ts'
import { type ImportedRecord, importedRecord } from '../imported-record.ts'
import { base32Of } from './bytes.ts'
import { hashTextOf, objectOf, textOf, timeOf } from './fields.ts'
import { format } from './format.ts'
import { modular } from './hash-texts/modular.ts'
import { openLaravel } from './laravel-seal.ts'
import { type Row, rowsOf, textsOf } from './nested.ts'

/** Of its `.env`: APP_KEY, and the keys before it. Only seeds and recovery codes are sealed by them. */
interface LaravelConfig {
  readonly keys: readonly Buffer[]
}

/**
 * Laravel: rows of `users`, with the columns of Fortify where it is there. Sign-ins elsewhere are of Socialite, which has no table of its
 * own: columns `provider` and `provider_id`, of the user or of joined rows.
 */
export const laravel = format<LaravelConfig>({
  wrapper: 'users',
  joins: { keyOf: (value) => textOf(objectOf(value)?.['user_id']) },
  readConfig,
  read(value, { config, joined }) {
    const user = objectOf(value)
    if (!user) return { reason: 'not_json' }
    const [sourceId = '', email] = [textOf(user['id']), textOf(user['email'])]
    if (timeOf(user['deleted_at']) !== undefined) return { reason: 'deleted_at_source', sourceId, email }
    if (email === undefined) return { reason: 'invalid_email', sourceId }
    const hash = hashTextOf(user['password'])
    return importedRecord({
      ...{ sourceId, email, name: textOf(user['name']), createdAt: timeOf(user['created_at']) },
      isVerified: timeOf(user['email_verified_at']) !== undefined,
      ban: timeOf(user['banned_at']) === undefined ? undefined : { reason: undefined, until: undefined },
      password: hash === undefined ? undefined : modular(hash, ['bcrypt-c', 'argon2']),
      identities: [user, ...rowsOf(joined(sourceId))].flatMap(identityOf),
      ...factorsOf(user, config),
      attributes: user,
    })
  },
})

function readConfig(text: string | undefined): LaravelConfig {
  const keys = [...(text ?? '').matchAll(/base64:([A-Za-z0-9+/]+={0,2})/g)].map(([, key = '']) => Buffer.from(key, 'base64'))
  if (text !== undefined && keys.length === 0)
    throw new UsageError('--hash-config: the file holds no APP_KEY, which begins with base64:')
  return { keys }
}

/** Asked for once it is confirmed; before Fortify confirmed any, as soon as it was there. */
function factorsOf(user: Row, { keys }: LaravelConfig): Partial<ImportedRecord> {
  const sealed = textOf(user['two_factor_secret'])
  const isConfirmed = !('two_factor_confirmed_at' in user) || timeOf(user['two_factor_confirmed_at']) !== undefined
  if (sealed === undefined || !isConfirmed) return {}
  const secret = base32Of(openLaravel(sealed, keys))
  if (!secret) return { hasUnsupportedFactor: true }
  const codes = openLaravel(textOf(user['two_factor_recovery_codes']) ?? '', keys)
  return { totp: { secret, digits: 6, period: 30, algorithm: 'SHA1' }, recoveryCodes: textsOf(codes) }
}

function identityOf(row: Row): ImportedRecord['identities'] {
  const provider = textOf(row['provider'] ?? row['provider_name'])
  const subject = textOf(row['provider_id'] ?? row['provider_user_id'])
  return provider === undefined || subject === undefined ? [] : [{ provider, subject, email: undefined }]
}
