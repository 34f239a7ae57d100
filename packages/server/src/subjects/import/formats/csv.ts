import type { Digest, ForeignHash } from '../../../gate/passwords/foreign/foreign-hash.ts'
import { isPasswordForm } from '../../../gate/passwords/foreign/password-form.ts'
import { UsageError } from '../../../platform/commands/command.ts'
import { type ImportedRecord, importedRecord } from '../imported-record.ts'
import { hexOf } from './bytes.ts'
import { flagOf, objectOf, textOf, timeOf } from './fields.ts'
import { format } from './format.ts'
import { passlibHash } from './hash-texts/passlib-hash.ts'
import { type Row, readJsonConfig } from './nested.ts'

interface CsvConfig {
  /** Appended to every password. */
  readonly pepper: Buffer | undefined
  readonly hmacKey: Buffer | undefined
}

/** Kinds of hashes that are one text with all of its parameters inside. */
const TEXTS: Readonly<Record<string, (text: string) => ForeignHash>> = {
  argon2: (phc) => ({ scheme: 'argon2', phc }),
  bcrypt: (text) => ({ scheme: 'bcrypt', text }),
  phpass: (text) => ({ scheme: 'phpass', text }),
  'md5-crypt': (text) => ({ scheme: 'md5-crypt', text }),
  'sha256-crypt': (text) => ({ scheme: 'sha256-crypt', text }),
  'sha512-crypt': (text) => ({ scheme: 'sha512-crypt', text }),
}

const HMAC = /^hmac-(md5|sha1|sha256|sha384|sha512)$/

const IDENTITY = /^identity\.(.+)$/
const DATA = /^data\.(.+)$/

/**
 * A table of one's own making: `email`, and of the others those that there are: `id`, `name`, `email_verified`, `created_at`, `language`,
 * `banned`, `ban_reason`, `ban_until`, `password_hash` with `password_scheme` and perhaps `password_form`, `identity.PROVIDER` with the subject there, `data.FIELD`.
 */
export const csv = format<CsvConfig>({
  readConfig,
  read(value, { config }) {
    const row = objectOf(value)
    if (!row) return { reason: 'not_json' }
    const email = textOf(row['email'])
    const sourceId = textOf(row['id']) ?? email ?? ''
    if (email === undefined) return { reason: 'invalid_email', sourceId }
    return importedRecord({
      sourceId,
      email,
      isVerified: flagOf(row['email_verified']),
      name: textOf(row['name']),
      createdAt: timeOf(row['created_at']),
      language: textOf(row['language']),
      ban: flagOf(row['banned']) ? { reason: textOf(row['ban_reason']), until: timeOf(row['ban_until']) } : undefined,
      password: passwordOf(row, config),
      identities: named(row, IDENTITY).map(([provider, subject]) => ({ provider, subject, email: undefined })),
      data: Object.fromEntries(named(row, DATA)),
      attributes: row,
    })
  },
})

function readConfig(text: string | undefined): CsvConfig {
  const read = readJsonConfig(text, 'members "pepper" or "hmacKey"')
  const [pepper, hmacKey] = [textOf(read['pepper']), textOf(read['hmacKey'])]
  if (text !== undefined && !pepper && !hmacKey)
    throw new UsageError('--hash-config: the file holds no "pepper" and no "hmacKey"')
  return { pepper: pepper ? Buffer.from(pepper) : undefined, hmacKey: hmacKey ? Buffer.from(hmacKey) : undefined }
}

/** The scheme is named, because the same text may be of several. */
function passwordOf(row: Row, { pepper, hmacKey }: CsvConfig): ImportedRecord['password'] {
  const [text, scheme = '', form = 'raw'] = ['password_hash', 'password_scheme', 'password_form'].map((name) => textOf(row[name]))
  if (text === undefined) return undefined
  if (!isPasswordForm(form)) return 'unknown'
  const [, digest] = HMAC.exec(scheme) ?? []
  const [key, read] = [digest && hexOf(text), Object.hasOwn(TEXTS, scheme) ? TEXTS[scheme] : undefined]
  if (key) return { hash: { scheme: 'hmac', digest: digest as Digest, key, secret: hmacKey }, form }
  const password = scheme === 'passlib' ? passlibHash(text) : read && { hash: read(text), form }
  if (!password || password === 'unknown') return 'unknown'
  return pepper ? { ...password, hash: { ...password.hash, pepper } } : password
}

/** The columns whose names begin so, by the rest of the name. */
const named = (row: Readonly<Record<string, unknown>>, pattern: RegExp): readonly (readonly [string, string])[] =>
  Object.entries(row).flatMap(([column, value]) => {
    const [name, text] = [pattern.exec(column)?.[1], textOf(value)]
    return name === undefined || text === undefined ? [] : [[name, text] as const]
  })
