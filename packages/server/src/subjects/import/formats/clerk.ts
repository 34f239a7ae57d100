import { type ImportedRecord, importedRecord } from '../imported-record.ts'
import { base32Of } from './bytes.ts'
import { flagOf, hashTextOf, objectOf, textOf, timeOf } from './fields.ts'
import { format, noConfig } from './format.ts'
import { clerkHash } from './hash-texts/clerk-hash.ts'
import { nameOf, nestedRow, type Row, rowsOf } from './nested.ts'

/**
 * Clerk: the CSV of its dashboard, which has hashes and seeds, and the JSON of its backend API, which has bans and providers. One of them
 * is the file, the other may be joined to it.
 */
export const clerk = format({
  wrapper: 'data',
  joins: { wrapper: 'data', keyOf: (value) => textOf(objectOf(value)?.['id']) },
  readConfig: noConfig,
  read(value, { joined }) {
    const row = objectOf(value)
    if (!row) return { reason: 'not_json' }
    const sourceId = textOf(row['id']) ?? ''
    // What one of the files has not, the other may have.
    const user = together([row, ...rowsOf(joined(sourceId))])
    const address = primaryOf(user)
    if (!address) return { reason: 'invalid_email', sourceId }
    return importedRecord({
      ...{ sourceId, ...address, createdAt: timeOf(user['created_at']), name: nameOf(user['first_name'], user['last_name']) },
      language: textOf(user['locale'])?.split('-', 1)[0],
      ban: flagOf(user['banned']) ? { reason: undefined, until: undefined } : undefined,
      password: passwordOf(user),
      identities: rowsOf(user['external_accounts']).flatMap(identityOf),
      ...factorsOf(user),
      attributes: { ...nestedRow(user['public_metadata']), ...nestedRow(user['private_metadata']), ...user },
    })
  },
})

/** The first of them that has a value has it. */
const together = (rows: readonly Row[]): Row =>
  Object.fromEntries(
    rows
      .toReversed()
      .flatMap((row) => Object.entries(row))
      .filter(([, value]) => value !== null && value !== undefined && value !== ''),
  )

function primaryOf(user: Row): { readonly email: string; readonly isVerified: boolean } | undefined {
  const all = rowsOf(user['email_addresses'])
  const primary = all.find((one) => one['id'] === user['primary_email_address_id']) ?? all[0]
  const email = textOf(primary?.['email_address'])
  if (email !== undefined) return { email, isVerified: nestedRow(primary?.['verification'])['status'] === 'verified' }
  const verified = listed(user['verified_email_addresses'])
  const written = textOf(user['primary_email_address']) ?? verified[0] ?? listed(user['unverified_email_addresses'])[0]
  return written === undefined ? undefined : { email: written, isVerified: verified.includes(written) }
}

/** Of a cell. */
const listed = (value: unknown): readonly string[] =>
  textOf(value)
    ?.split(/[\s,|]+/)
    .filter(Boolean) ?? []

function passwordOf(user: Row): ImportedRecord['password'] {
  const [digest, hasher] = [hashTextOf(user['password_digest']), textOf(user['password_hasher'])]
  if (digest === undefined) return undefined
  return hasher === undefined ? 'unknown' : clerkHash(digest, hasher)
}

/** Backup codes are in no export. */
function factorsOf(user: Row): Partial<ImportedRecord> {
  const secret = base32Of(user['totp_secret'])
  if (secret) return { totp: { secret, digits: 6, period: 30, algorithm: 'SHA1' } }
  return { hasUnsupportedFactor: flagOf(user['two_factor_enabled']) || flagOf(user['totp_enabled']) }
}

function identityOf(one: Row): ImportedRecord['identities'] {
  const [provider, subject] = [textOf(one['provider']), textOf(one['provider_user_id'])]
  const isProven = nestedRow(one['verification'])['status'] === 'verified'
  if (provider === undefined || subject === undefined || !isProven) return []
  return [{ provider: provider.replace(/^oauth_/, ''), subject, email: textOf(one['email_address']) }]
}
