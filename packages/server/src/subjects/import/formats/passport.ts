import type { Digest, ForeignHash } from '../../../gate/passwords/foreign/foreign-hash.ts'
import { UsageError } from '../../../platform/commands/command.ts'
import { type ImportedRecord, importedRecord } from '../imported-record.ts'
import { base64Of, countOf, hexOf } from './bytes.ts'
import { flagOf, hashTextOf, objectOf, textOf, timeOf } from './fields.ts'
import { format } from './format.ts'
import { modular, raw } from './hash-texts/modular.ts'
import { firstOf, nameOf, type Row, readJsonConfig, rowsOf } from './nested.ts'

/** What passport-local-mongoose and passport-local-sequelize are configured with, under the names of the former. */
interface PassportConfig {
  readonly iterations: number
  readonly digest: Digest
  readonly encoding: 'hex' | 'base64'
}

/**
 * Passport stores no accounts: they are documents or rows of the application's own. With `hash` and `salt` they are of
 * passport-local-mongoose; passport-local-sequelize writes the same columns, and is told by
 * `{"iterations": 12000, "digestAlgorithm": "sha1"}`. One text alone is bcrypt or argon2. Sign-ins elsewhere are joined rows of
 * `federated_credentials`, or members like `googleId`.
 */
export const passport = format<PassportConfig>({
  wrapper: 'users',
  joins: { keyOf: (value) => textOf(objectOf(value)?.['user_id']) },
  readConfig,
  read(value, { config, joined }) {
    const user = objectOf(value)
    if (!user) return { reason: 'not_json' }
    const sourceId = textOf(objectOf(user['_id'])?.['$oid']) ?? textOf(firstOf(user, '_id', 'id')) ?? ''
    const email = textOf(user['email']) ?? addressIn(textOf(user['username']))
    if (email === undefined) return { reason: 'invalid_email', sourceId }
    const rows = [...rowsOf(user['federated_credentials']), ...rowsOf(joined(sourceId))]
    return importedRecord({
      // The only word on it that one of these libraries has, set by the link in a mail.
      ...{ sourceId, email, isVerified: flagOf(user['verified']) },
      name: textOf(user['name']) ?? nameOf(user['firstName'], user['lastName']),
      createdAt: timeOf(objectOf(user['createdAt'])?.['$date'] ?? firstOf(user, 'createdAt', 'created_at')),
      password: passwordOf(user, config),
      identities: [...rows.flatMap(identityOf), ...columnsOf(user)],
      attributes: user,
    })
  },
})

const DIGESTS: readonly Digest[] = ['sha1', 'sha256', 'sha512']

function readConfig(text: string | undefined): PassportConfig {
  const found = readJsonConfig(text, 'members "iterations", "digestAlgorithm" and "encoding"')
  const digest = DIGESTS.find((one) => one === (found['digestAlgorithm'] ?? 'sha256'))
  if (!digest) throw new UsageError(`--hash-config: digestAlgorithm is one of ${DIGESTS.join(', ')}`)
  return {
    digest,
    iterations: countOf(found['iterations'] ?? 25_000),
    encoding: found['encoding'] === 'base64' ? 'base64' : 'hex',
  }
}

/** Names there are often addresses. */
const addressIn = (name: string | undefined): string | undefined => (name?.includes('@') ? name : undefined)

function passwordOf(user: Row, config: PassportConfig): ImportedRecord['password'] {
  const [hash, salt] = [hashTextOf(firstOf(user, 'hash', 'hashed_password', 'passwordHash', 'password')), textOf(user['salt'])]
  if (hash === undefined) return undefined
  return salt === undefined ? modular(hash, ['bcrypt', 'argon2']) : raw(pbkdf2(hash, salt, config))
}

/** The salt is the text of its digits. */
function pbkdf2(hash: string, salt: string, { digest, iterations, encoding }: PassportConfig): ForeignHash | undefined {
  const key = encoding === 'hex' ? hexOf(hash) : base64Of(hash)
  return key && { scheme: 'pbkdf2', digest, rounds: iterations, salt: Buffer.from(salt), key }
}

function identityOf(row: Row): ImportedRecord['identities'] {
  const [provider, subject] = [textOf(row['provider']), textOf(row['subject'])]
  return provider === undefined || subject === undefined ? [] : [{ provider, subject, email: undefined }]
}

/** As its tutorials call them. */
const columnsOf = (user: Row): ImportedRecord['identities'] =>
  ['google', 'github', 'facebook', 'twitter'].flatMap((provider) => {
    const subject = textOf(user[`${provider}Id`]) ?? textOf(objectOf(user[provider])?.['id'])
    return subject === undefined ? [] : [{ provider, subject, email: undefined }]
  })
