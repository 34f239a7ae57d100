import { CommandError } from '../../../platform/commands/command.ts'
import { isScope, type Scope } from '../../../platform/kernel/scopes.ts'
import { type ImportedOrganisation, type ImportedRecord, importedRecord, type Kept } from '../imported-record.ts'
import { base32Of, base64Of, countOf } from './bytes.ts'
import { flagOf, hashTextOf, objectOf, textOf, timeOf } from './fields.ts'
import { format, noConfig } from './format.ts'
import { nestedRow, type Row, rowsOf, textsOf } from './nested.ts'

/** Secrets that hashes need, by their names in the file. */
type Keys = ReadonlyMap<string, Buffer>

const NAME = 'latchkey/1'

/** Of every app in a file that does not say. */
const OLD_DIGITS = 6

/** An account may belong to ten thousand organisations. */
const MOST_BYTES = 2 * 1024 * 1024

/** Another service of this kind: `latchkey users export`. */
export const latchkey = format<Keys>({
  mostBytes: MOST_BYTES,
  readConfig: (text) => noConfig(text) ?? new Map(),

  readHead(text) {
    const head = nestedRow(text)
    if (head['format'] !== NAME) throw new CommandError(`The first line does not say that the file is ${NAME}.`)
    return new Map(
      rowsOf(head['keys']).flatMap((one) => {
        const [id, key] = [textOf(one['id']), base64Of(one['key'])]
        return id === undefined || !key ? [] : [[id, key] as const]
      }),
    )
  },

  readOrganisation(value) {
    const org = objectOf(value)
    if (org?.['type'] !== 'organisation') return undefined
    return {
      ...{ sourceId: textOf(org['id']) ?? '', name: textOf(org['name']) ?? '', slug: textOf(org['slug']) ?? '' },
      ...{ createdAt: timeOf(org['createdAt']), updatedAt: timeOf(org['updatedAt']), data: nestedRow(org['data']) },
      dataUpdatedAt: timeOf(org['dataUpdatedAt']),
    } satisfies ImportedOrganisation
  },

  read(value, { config }) {
    const account = objectOf(value)
    if (account?.['type'] !== 'account') return { reason: 'not_json' }
    const [sourceId = '', email] = [textOf(account['id']), textOf(account['email'])]
    if (email === undefined) return { reason: 'invalid_email', sourceId }
    const kept = keptOf(account, config)
    return importedRecord({
      ...{ sourceId, email, kept, isAdministrator: account['role'] === 'admin' },
      ...{ name: textOf(account['name']), createdAt: timeOf(account['createdAt']), language: textOf(account['language']) },
      isVerified: kept.verifiedAt !== undefined,
      ban: kept.bannedAt === undefined ? undefined : { reason: textOf(account['banReason']), until: undefined },
      ...passwordOf(hashTextOf(account['passwordHash']), config),
      identities: rowsOf(account['identities']).flatMap(identityOf),
      ...factorsOf(account, kept),
      data: nestedRow(account['data']),
      attributes: { id: sourceId, email, role: roleOf(account, kept) },
    })
  },
})

/** No scopes at all stand for everything: an administrator who may do nothing that this service knows must not come to that. */
const roleOf = (account: Row, { adminScopes }: Kept): string =>
  account['role'] === 'admin' && adminScopes?.length !== 0 ? 'admin' : 'user'

/** An account as it was there: what it says of itself here is checked where it is written. */
const keptOf = (account: Row, keys: Keys): Kept => ({
  adminScopes: account['adminScopes'] === undefined ? undefined : textsOf(account['adminScopes']).filter(isKnown),
  ...{ verifiedAt: timeOf(account['verifiedAt']), mailboxProvedAt: timeOf(account['mailboxProvedAt']) },
  ...{ bannedAt: timeOf(account['bannedAt']), twoFactorEnabledAt: timeOf(account['twoFactorEnabledAt']) },
  ...{ emailFactorAt: timeOf(account['emailFactorAt']), totpAt: timeOf(account['totpAt']) },
  ...{ passkeyGateAt: timeOf(account['passkeyGateAt']), userHandle: handleOf(account) },
  ...{ hasSignedIn: flagOf(account['hasSignedIn']), lastSeenAt: timeOf(account['lastSeenAt']) },
  ...{ lastSignInAt: timeOf(account['lastSignInAt']), lastActiveAt: timeOf(account['lastActiveAt']) },
  ...{ dataUpdatedAt: timeOf(account['dataUpdatedAt']), updatedAt: timeOf(account['updatedAt']) },
  memberships: rowsOf(account['organisations']).flatMap((one) => {
    const [orgId, role] = [textOf(one['orgId']), textOf(one['role'])]
    return orgId === undefined || role === undefined ? [] : [{ orgId, role, joinedAt: timeOf(one['joinedAt']) }]
  }),
  recoveryCodes: rowsOf(account['recoveryCodes']).map((one) => recoveryCodeOf(one, account, keys)),
  origin: originOf(nestedRow(account['origin'])),
})

const isKnown = (text: string): text is Scope => isScope(text)

const recoveryCodeOf = (one: Row, account: Row, keys: Keys): Kept['recoveryCodes'][number] => ({
  ...{ hash: textOf(one['hash']) ?? '', key: keys.get(textOf(one['keyId']) ?? '') },
  hashedFor: textOf(one['hashedFor']) ?? textOf(account['id']) ?? '',
  ...{ createdAt: timeOf(one['createdAt']), usedAt: timeOf(one['usedAt']) },
})

function originOf(origin: Row): Kept['origin'] {
  const [source, sourceId] = [textOf(origin['source']), textOf(origin['sourceId'])]
  return source === undefined || sourceId === undefined ? undefined : { source, sourceId, createdAt: timeOf(origin['createdAt']) }
}

const MOST_HANDLE_BYTES = 64

function handleOf(account: Row): string | undefined {
  const handle = base64Of(account['userHandle'])
  return handle && handle.length <= MOST_HANDLE_BYTES ? handle.toString('base64url') : undefined
}

function passwordOf(text: string | undefined, keys: Keys): Partial<ImportedRecord> {
  if (text === undefined) return {}
  // Ours are of the composed form of the typed text.
  if (text.startsWith('$argon2')) return { password: { hash: { scheme: 'argon2', phc: text }, form: 'nfc' } }
  return { storedPassword: { stored: text, secretOf: (id) => keys.get(id) } }
}

function identityOf(one: Row): ImportedRecord['identities'] {
  const [provider, subject, issuer] = [textOf(one['provider']), textOf(one['subject']), textOf(one['issuer'])]
  if (provider === undefined || subject === undefined) return []
  const times = { createdAt: timeOf(one['createdAt']), usedAt: timeOf(one['usedAt']) }
  return [{ ...{ provider, subject, issuer, email: textOf(one['email']) }, ...times }]
}

/** A factor that is on, and of which the file does not hold what it is made of, is lost. */
function factorsOf(account: Row, { emailFactorAt, totpAt, passkeyGateAt }: Kept): Partial<ImportedRecord> {
  const totp = nestedRow(account['totp'])
  const secret = base32Of(totp['secret'])
  const handle = base64Of(account['userHandle'])
  return {
    hasMailedFactor: emailFactorAt !== undefined,
    hasPasskeyFactor: passkeyGateAt !== undefined,
    hasUnsupportedFactor: totpAt !== undefined && !secret,
    totp:
      secret && totpAt !== undefined
        ? {
            ...{
              secret,
              digits: countOf(totp['digits'] ?? OLD_DIGITS),
              period: countOf(totp['period']),
              algorithm: textOf(totp['algorithm']) ?? '',
            },
            ...{
              createdAt: timeOf(totp['createdAt']),
              lastUsedAt: timeOf(totp['lastUsedAt']),
              lastStep: countOf(totp['lastStep']),
            },
          }
        : undefined,
    passkeys: rowsOf(account['passkeys']).flatMap((one) => passkeyOf(one, handle)),
  }
}

function passkeyOf(one: Row, userHandle: Buffer | undefined): ImportedRecord['passkeys'] {
  const [credentialId, publicKey] = [base64Of(one['credentialId']), base64Of(one['publicKey'])]
  if (!credentialId || !publicKey) return []
  return [
    {
      ...{ credentialId, publicKey, userHandle, rpId: textOf(one['rpId']), name: textOf(one['name']) },
      ...{ counter: countOf(one['counter']) || 0, aaguid: textOf(one['aaguid']), transports: textsOf(one['transports']) },
      ...{ isBackupEligible: flagOf(one['isBackupEligible']), isBackedUp: flagOf(one['isBackedUp']) },
      ...{ id: textOf(one['id']), createdAt: timeOf(one['createdAt']), lastUsedAt: timeOf(one['lastUsedAt']) },
    },
  ]
}
