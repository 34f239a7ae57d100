import { createHash } from 'node:crypto'
import type { DatabaseSyncInstance } from '@photostructure/sqlite'
import { UsageError } from '../../../platform/commands/command.ts'
import { type ImportedRecord, type ImportedTotp, importedRecord } from '../imported-record.ts'
import { hasTable, ownedRows, tableRows } from '../reading/table-rows.ts'
import { flagOf, hashTextOf, listOf, objectOf, textOf, timeOf } from './fields.ts'
import { format } from './format.ts'
import { openXChaCha } from './xchacha.ts'

/** What it was configured with. Its secrets seal seeds and backup codes; hashes need none. */
interface BetterAuthConfig {
  readonly secret: string | undefined
  /** Since secrets can be replaced there, each has a number. */
  readonly secrets: Readonly<Record<string, unknown>>
  readonly digits: number
  readonly period: number
}

type Row = Readonly<Record<string, unknown>>

/**
 * better-auth: its SQLite database, or a JSON object for each user with the rows of the other tables as members `accounts`, `twoFactor`
 * and `passkeys`, as Prisma and Drizzle give them.
 */
export const betterAuth = format<BetterAuthConfig>({
  wrapper: 'users',
  rows: users,
  readConfig,
  read(value, { config, now }) {
    const user = objectOf(value)
    if (!user) return { reason: 'not_json' }
    const [sourceId = '', email] = [textOf(user['id']), textOf(user['email'])]
    const told = { sourceId, email }
    if (flagOf(user['isAnonymous'])) return { reason: 'not_a_person', ...told }
    if (email === undefined) return { reason: 'invalid_email', sourceId }
    const accounts = rowsOf(user['accounts'] ?? user['account'])
    const roles = (textOf(user['role']) ?? '').split(',').map((role) => role.trim())
    const banExpires = timeOf(user['banExpires'])
    return importedRecord({
      ...{ sourceId, email, isVerified: flagOf(user['emailVerified']), name: textOf(user['name']) },
      createdAt: timeOf(user['createdAt']) ?? now,
      ban: flagOf(user['banned']) ? { reason: textOf(user['banReason']), until: banExpires } : undefined,
      password: passwordOf(accounts),
      identities: accounts.flatMap(identityOf),
      ...secondFactorOf(user, config),
      passkeys: rowsOf(user['passkeys'] ?? user['passkey']).map(passkeyOf),
      isAdministrator: roles.includes('admin'),
      attributes: { ...user, role: roles },
    })
  },
})

function readConfig(text: string | undefined): BetterAuthConfig {
  const bare = text?.trim()
  if (!bare?.startsWith('{')) return { secret: bare, secrets: {}, digits: 6, period: 30 }
  try {
    const read = objectOf(JSON.parse(bare)) ?? {}
    const totp = objectOf(read['totpOptions']) ?? {}
    return {
      ...{ secret: textOf(read['secret']), secrets: objectOf(read['secrets']) ?? {} },
      ...{ digits: Number(totp['digits'] ?? 6), period: Number(totp['period'] ?? 30) },
    }
  } catch {
    throw new UsageError('--hash-config: the file holds the secret of better-auth, or JSON with a member "secret"')
  }
}

/** One row or several, or one of them as an object. */
const rowsOf = (value: unknown): readonly Row[] =>
  (Array.isArray(value) ? listOf(value) : [value]).map(objectOf).filter((row): row is Row => row !== undefined)

/** scrypt over the password in NFKC. The salt is the text of its digits, and not what they stand for. */
function passwordOf(accounts: readonly Row[]): ImportedRecord['password'] {
  const stored = accounts
    .map((one) => (one['providerId'] === 'credential' ? hashTextOf(one['password']) : undefined))
    .find(Boolean)
  if (stored === undefined) return undefined
  const [, salt = '', key] = /^([0-9a-f]{2,256}):([0-9a-f]{128})$/.exec(stored) ?? []
  if (key === undefined) return 'unknown'
  const bytes = { salt: Buffer.from(salt), key: Buffer.from(key, 'hex') }
  return { hash: { scheme: 'scrypt', n: 16_384, r: 16, p: 1, ...bytes }, form: 'nfkc' }
}

function identityOf(account: Row): ImportedRecord['identities'] {
  const [provider, subject] = [textOf(account['providerId']), textOf(account['accountId'])]
  return provider === undefined || subject === undefined || provider === 'credential'
    ? []
    : [{ provider, subject, email: undefined }]
}

/** Where it is switched on there is a seed, or else codes are mailed. A seed that cannot be opened is one that cannot come along. */
function secondFactorOf(user: Row, config: BetterAuthConfig): Partial<ImportedRecord> {
  if (!flagOf(user['twoFactorEnabled'])) return {}
  const [row] = rowsOf(user['twoFactor'] ?? user['twoFactors'])
  const [secret, codes] = [textOf(row?.['secret']), textOf(row?.['backupCodes'])]
  if (secret === undefined) return { hasMailedFactor: true }
  const seed = opened(secret, config)
  const { digits, period } = config
  const totp: ImportedTotp | undefined =
    seed === undefined ? undefined : { secret: Buffer.from(seed), digits, period, algorithm: 'SHA1' }
  return { totp, hasUnsupportedFactor: totp === undefined, recoveryCodes: codesOf(codes, config) }
}

function codesOf(stored: string | undefined, config: BetterAuthConfig): readonly string[] {
  try {
    return listOf(JSON.parse((stored && opened(stored, config)) ?? '[]')).filter((one) => typeof one === 'string')
  } catch {
    return []
  }
}

/** Undefined where no secret opens it. */
function opened(stored: string, { secret, secrets }: BetterAuthConfig): string | undefined {
  const [, version, rest = stored] = /^\$ba\$(\d{1,9})\$(.+)$/.exec(stored) ?? []
  const used = version === undefined ? secret : textOf(secrets[version])
  if (used === undefined) return undefined
  try {
    return openXChaCha(createHash('sha256').update(used).digest(), Buffer.from(rest, 'hex')).toString()
  } catch {
    return undefined
  }
}

/** The handle and the domain that it was made for are not kept there, so that none can come along. */
const passkeyOf = (row: Row): ImportedRecord['passkeys'][number] => ({
  credentialId: Buffer.from(textOf(row['credentialID']) ?? '', 'base64url'),
  publicKey: Buffer.from(textOf(row['publicKey']) ?? '', 'base64'),
  counter: Number(row['counter'] ?? 0),
  ...{ userHandle: undefined, rpId: undefined, name: textOf(row['name']), aaguid: textOf(row['aaguid']) },
  transports: (textOf(row['transports']) ?? '').split(',').filter(Boolean),
  isBackupEligible: row['deviceType'] === 'multiDevice',
  isBackedUp: flagOf(row['backedUp']),
})

const TABLES = { accounts: 'account', twoFactor: 'twoFactor', passkeys: 'passkey' } as const

/** What a plugin has added is there if its table is. */
function* users(database: DatabaseSyncInstance): Generator<Row> {
  const others = Object.entries(TABLES)
    .filter(([, table]) => hasTable(database, table))
    .map(([member, table]) => [member, ownedRows(database, table, ['userId'])] as const)
  for (const user of tableRows(database, 'user'))
    yield { ...user, ...Object.fromEntries(others.map(([member, rowsOf]) => [member, rowsOf(String(user['id']))])) }
}
