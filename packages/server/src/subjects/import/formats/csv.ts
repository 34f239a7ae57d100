import type { ForeignHash } from '../../../gate/passwords/foreign/foreign-hash.ts'
import { isPasswordForm } from '../../../gate/passwords/foreign/password-form.ts'
import { type ImportedRecord, importedRecord } from '../imported-record.ts'
import { flagOf, objectOf, textOf, timeOf } from './fields.ts'
import { format } from './format.ts'

/** Kinds of hashes that are one text with all of its parameters inside. */
const TEXTS: Readonly<Record<string, (text: string) => ForeignHash>> = {
  argon2: (phc) => ({ scheme: 'argon2', phc }),
  bcrypt: (text) => ({ scheme: 'bcrypt', text }),
  phpass: (text) => ({ scheme: 'phpass', text }),
  'md5-crypt': (text) => ({ scheme: 'md5-crypt', text }),
  'sha256-crypt': (text) => ({ scheme: 'sha256-crypt', text }),
  'sha512-crypt': (text) => ({ scheme: 'sha512-crypt', text }),
}

const IDENTITY = /^identity\.(.+)$/
const DATA = /^data\.(.+)$/

/**
 * A table of one's own making: `email`, and of the others those that there are: `id`, `name`, `email_verified`, `created_at`, `language`,
 * `banned`, `ban_reason`, `ban_until`, `password_hash` with `password_scheme` and perhaps `password_form`, `identity.PROVIDER` with the subject there, `data.FIELD`.
 */
export const csv = format({
  readConfig: () => undefined,
  read(value) {
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
      password: passwordOf(textOf(row['password_hash']), textOf(row['password_scheme']), textOf(row['password_form'])),
      identities: named(row, IDENTITY).map(([provider, subject]) => ({ provider, subject, email: undefined })),
      data: Object.fromEntries(named(row, DATA)),
      attributes: row,
    })
  },
})

/** The scheme is named, because the same text may be of several. */
function passwordOf(hash: string | undefined, scheme: string | undefined, form = 'raw'): ImportedRecord['password'] {
  if (hash === undefined) return undefined
  const read = scheme !== undefined && Object.hasOwn(TEXTS, scheme) ? TEXTS[scheme] : undefined
  return read && isPasswordForm(form) ? { hash: read(hash), form } : 'unknown'
}

/** The columns whose names begin so, by the rest of the name. */
const named = (row: Readonly<Record<string, unknown>>, pattern: RegExp): readonly (readonly [string, string])[] =>
  Object.entries(row).flatMap(([column, value]) => {
    const [name, text] = [pattern.exec(column)?.[1], textOf(value)]
    return name === undefined || text === undefined ? [] : [[name, text] as const]
  })
