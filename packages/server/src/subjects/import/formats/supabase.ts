import { type ImportedRecord, importedRecord } from '../imported-record.ts'
import { base32Of } from './bytes.ts'
import { flagOf, hashTextOf, objectOf, textOf, timeOf } from './fields.ts'
import { format, noConfig } from './format.ts'
import { firebaseHash } from './hash-texts/firebase-hash.ts'
import { modular, raw } from './hash-texts/modular.ts'
import { firstOf, nestedRow, type Row, rowsOf } from './nested.ts'

/**
 * Supabase: rows of `auth.users`, with those of `auth.identities` and `auth.mfa_factors` as members `identities` and `factors`, or joined
 * from a second file.
 */
export const supabase = format({
  wrapper: 'users',
  joins: { wrapper: 'identities', keyOf: (value) => textOf(objectOf(value)?.['user_id']) },
  readConfig: noConfig,
  read(value, { joined }) {
    const user = objectOf(value)
    if (!user) return { reason: 'not_json' }
    const [sourceId = '', email] = [textOf(user['id']), textOf(user['email'])]
    if (textOf(user['deleted_at']) !== undefined) return { reason: 'deleted_at_source', sourceId, email }
    if (flagOf(user['is_anonymous'])) return { reason: 'not_a_person', sourceId }
    if (email === undefined) return { reason: 'invalid_email', sourceId }
    const own = nestedRow(firstOf(user, 'raw_user_meta_data', 'user_metadata'))
    const rows = rowsOf(joined(sourceId))
    const bannedUntil = timeOf(user['banned_until'])
    return importedRecord({
      ...{ sourceId, email, createdAt: timeOf(user['created_at']), name: textOf(firstOf(own, 'full_name', 'name')) },
      // An address is unconfirmed there as long as this is null.
      isVerified: timeOf(user['email_confirmed_at']) !== undefined,
      ban: bannedUntil === undefined ? undefined : { reason: textOf(user['banned_reason']), until: bannedUntil },
      password: passwordOf(hashTextOf(user['encrypted_password'])),
      identities: [...rowsOf(user['identities']), ...rows].flatMap(identityOf),
      ...factorsOf([...rowsOf(user['factors']), ...rows.filter((row) => row['factor_type'] !== undefined)]),
      isAdministrator: flagOf(user['is_super_admin']),
      // Not `own`, which people may change.
      attributes: { ...nestedRow(firstOf(user, 'raw_app_meta_data', 'app_metadata')), ...user },
    })
  },
})

const FIREBASE = /^\$fbscrypt\$v=1,n=(\d+),r=(\d+),p=1(?:,ss=([^,$]*))?,sk=([^,$]+)\$([^$]+)\$([^$]+)$/

function passwordOf(text: string | undefined): ImportedRecord['password'] {
  if (text === undefined) return undefined
  const [, memCost, rounds, saltSeparator, signerKey, salt, hash] = FIREBASE.exec(text) ?? []
  if (signerKey === undefined) return modular(text, ['bcrypt', 'argon2'])
  return raw(firebaseHash({ hash, salt, signerKey, saltSeparator, rounds, memCost }))
}

/** Addresses and telephone numbers are identities there as well. */
function identityOf(row: Row): ImportedRecord['identities'] {
  const data = nestedRow(row['identity_data'])
  const provider = textOf(row['provider'])
  const subject = textOf(row['provider_id']) ?? textOf(data['sub']) ?? textOf(row['id'])
  if (provider === undefined || subject === undefined || provider === 'email' || provider === 'phone') return []
  return [{ provider, subject, email: textOf(data['email']) }]
}

/** Only verified ones are asked for. A seed that is sealed is no base32. */
function factorsOf(factors: readonly Row[]): Partial<ImportedRecord> {
  const asked = factors.filter((one) => one['status'] === 'verified')
  const secret = asked.map((one) => (one['factor_type'] === 'totp' ? base32Of(one['secret']) : undefined)).find(Boolean)
  if (secret) return { totp: { secret, digits: 6, period: 30, algorithm: 'SHA1' } }
  return { hasUnsupportedFactor: asked.length > 0 }
}
