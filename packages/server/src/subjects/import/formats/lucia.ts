import type { PasswordForm } from '../../../gate/passwords/foreign/foreign-hash.ts'
import { type ImportedRecord, importedRecord } from '../imported-record.ts'
import { hexOf } from './bytes.ts'
import { flagOf, objectOf, textOf, timeOf } from './fields.ts'
import { format } from './format.ts'
import { modular } from './hash-texts/modular.ts'
import { firstOf, type Row, readJsonConfig, rowsOf } from './nested.ts'

interface LuciaConfig {
  /** What its own hashes are made of is NFKC; a library called without it may take the password as it was typed. */
  readonly form: PasswordForm
}

const HASHES = ['hashed_password', 'hashedPassword', 'password_hash', 'passwordHash', 'password'] as const

/**
 * Lucia keeps sessions; the people are rows of one's own table, with the hash in a column of it, or with the rows of `user_key` (before 3)
 * and `oauth_account` that belong to them: as members `keys` and `oauth_accounts`, or joined by `user_id`.
 */
export const lucia = format<LuciaConfig>({
  wrapper: 'users',
  joins: { keyOf: (value) => textOf(objectOf(value)?.['user_id'] ?? objectOf(value)?.['userId']) },
  readConfig: (text) => ({ form: readJsonConfig(text, 'a member "form"')['form'] === 'raw' ? 'raw' : 'nfkc' }),
  read(value, { config, joined }) {
    const user = objectOf(value)
    if (!user) return { reason: 'not_json' }
    const [sourceId = '', email] = [textOf(user['id']), textOf(user['email'])]
    if (email === undefined) return { reason: 'invalid_email', sourceId }
    const rows = [...rowsOf(user['keys']), ...rowsOf(user['oauth_accounts']), ...rowsOf(joined(sourceId))]
    const hash = textOf(firstOf(user, ...HASHES)) ?? rows.map((row) => textOf(firstOf(row, ...HASHES))).find(Boolean)
    return importedRecord({
      ...{ sourceId, email, name: textOf(user['name']), createdAt: timeOf(firstOf(user, 'created_at', 'createdAt')) },
      isVerified: flagOf(firstOf(user, 'email_verified', 'emailVerified')),
      password: hash === undefined ? undefined : passwordOf(hash, config.form),
      identities: [...rows.flatMap(identityOf), ...columnsOf(user)],
      attributes: user,
    })
  },
})

/** The salt is the text of its characters. Those of Lucia 1 were sixteen letters and digits, hashed with half the memory. */
function passwordOf(text: string, form: PasswordForm): ImportedRecord['password'] {
  const [, version, salt = '', digits] = /^(s2:)?([0-9a-zA-Z]{16}|[0-9a-f]{32}):([0-9a-f]{128})$/.exec(text) ?? []
  const key = hexOf(digits)
  if (!key) return modular(text, ['argon2', 'bcrypt'], form)
  const r = version === undefined && salt.length === 16 ? 8 : 16
  return { hash: { scheme: 'scrypt', n: 16_384, r, p: 1, salt: Buffer.from(salt), key }, form: 'nfkc' }
}

/** Of `oauth_account`, or of `user_key`: `github:123`. */
function identityOf(row: Row): ImportedRecord['identities'] {
  const [, keyed, id] = /^([^:]+):(.+)$/s.exec(textOf(row['id']) ?? '') ?? []
  const provider = textOf(firstOf(row, 'provider_id', 'providerId', 'provider')) ?? keyed
  const subject = textOf(firstOf(row, 'provider_user_id', 'providerUserId')) ?? id
  const isPassword = provider === 'email' || provider === 'username' || textOf(firstOf(row, ...HASHES)) !== undefined
  return provider === undefined || subject === undefined || isPassword ? [] : [{ provider, subject, email: undefined }]
}

/** As in its tutorials. */
const columnsOf = (user: Row): ImportedRecord['identities'] =>
  ['github', 'google'].flatMap((provider) => {
    const subject = textOf(firstOf(user, `${provider}_id`, `${provider}Id`))
    return subject === undefined ? [] : [{ provider, subject, email: undefined }]
  })
