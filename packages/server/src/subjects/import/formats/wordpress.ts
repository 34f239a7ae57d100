import { type ImportedRecord, importedRecord } from '../imported-record.ts'
import { base32Of, hexOf } from './bytes.ts'
import { flagOf, objectOf, textOf, timeOf } from './fields.ts'
import { format, noConfig } from './format.ts'
import { modular } from './hash-texts/modular.ts'
import { nameOf, type Row, rowsOf } from './nested.ts'

/**
 * WordPress: rows of `wp_users`, joined with those of `wp_usermeta`, in which roles, languages and the seeds of the plugin Two Factor are.
 * It keeps no word on whether an address is verified, so that none is.
 */
export const wordpress = format({
  wrapper: 'users',
  joins: { keyOf: (value) => (isRead(metaKeyOf(value)) ? textOf(objectOf(value)?.['user_id']) : undefined) },
  readConfig: noConfig,
  read(value, { joined }) {
    const user = objectOf(value)
    if (!user) return { reason: 'not_json' }
    const [sourceId = '', email] = [textOf(user['ID'] ?? user['id']), textOf(user['user_email'])]
    // Columns of networks of sites.
    if (flagOf(user['deleted'])) return { reason: 'deleted_at_source', sourceId, email }
    if (email === undefined) return { reason: 'invalid_email', sourceId }
    const meta = metaOf(rowsOf(joined(sourceId)))
    const roles = rolesOf(user, meta)
    const shown = textOf(user['display_name'])
    return importedRecord({
      ...{ sourceId, email, createdAt: timeOf(user['user_registered']) },
      name: nameOf(meta.get('first_name'), meta.get('last_name')) ?? (shown === email ? undefined : shown),
      language: meta.get('locale')?.split('_', 1)[0],
      ban: flagOf(user['spam']) ? { reason: 'spam', until: undefined } : undefined,
      password: passwordOf(textOf(user['user_pass'])),
      ...factorsOf(meta),
      isAdministrator: roles.includes('administrator'),
      attributes: { ...user, roles },
    })
  },
})

const metaKeyOf = (row: unknown): string => textOf(objectOf(row)?.['meta_key']) ?? ''

const metaOf = (rows: readonly Row[]): ReadonlyMap<string, string> =>
  new Map(rows.map((row) => [metaKeyOf(row), textOf(row['meta_value']) ?? '']))

const SECOND_FACTORS = '_two_factor_enabled_providers'
const TOTP_SEED = '_two_factor_totp_key'

/** Plugins keep carts and sessions there, which are larger than a person may be. */
const isRead = (metaKey: string): boolean =>
  ['first_name', 'last_name', 'locale', SECOND_FACTORS, TOTP_SEED].includes(metaKey) || metaKey.endsWith('capabilities')

/** wp-cli writes them beside the user; the table has them serialized, under a name with the prefix of the tables. */
function rolesOf(user: Row, meta: ReadonlyMap<string, string>): readonly string[] {
  const capabilities = [...meta].find(([key]) => key.endsWith('capabilities'))?.[1] ?? ''
  const serialized = [...capabilities.matchAll(/"([^"]+)";b:1/g)].map(([, role = '']) => role)
  return [...(textOf(user['roles'])?.split(',') ?? []), ...serialized].map((role) => role.trim()).filter(Boolean)
}

/** `wp_check_password`: MD5 is what 32 digits were before 2.5. */
function passwordOf(text: string | undefined): ImportedRecord['password'] {
  if (text === undefined) return undefined
  const key = text.length === 32 ? hexOf(text) : undefined
  if (key) return { hash: { scheme: 'digest', digest: 'md5', key }, form: 'wordpress' }
  return modular(text, ['wordpress-bcrypt', 'phpass', 'bcrypt-c', 'argon2'], 'wordpress')
}

/** What the plugin asks for besides codes of before, which it keeps as hashes. */
function factorsOf(meta: ReadonlyMap<string, string>): Partial<ImportedRecord> {
  const enabled = [...(meta.get(SECOND_FACTORS) ?? '').matchAll(/"(Two_?Factor_\w+)"/g)].map(([, one = '']) => one)
  const secret = enabled.includes('Two_Factor_Totp') ? base32Of(meta.get(TOTP_SEED)) : undefined
  const known = ['Two_Factor_Email', 'Two_Factor_Backup_Codes']
  return {
    totp: secret && { secret, digits: 6, period: 30, algorithm: 'SHA1' },
    hasMailedFactor: enabled.includes('Two_Factor_Email'),
    hasUnsupportedFactor: !secret && enabled.some((one) => !known.includes(one)),
  }
}
