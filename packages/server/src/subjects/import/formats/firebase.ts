import { UsageError } from '../../../platform/commands/command.ts'
import { type ImportedRecord, importedRecord } from '../imported-record.ts'
import { flagOf, hashTextOf, objectOf, textOf, timeOf } from './fields.ts'
import { format } from './format.ts'
import { firebaseHash } from './hash-texts/firebase-hash.ts'
import { raw } from './hash-texts/modular.ts'
import { firstOf, nestedRow, type Row, readJsonConfig, rowsOf } from './nested.ts'

/** What stands in its console under "Password hash parameters". */
interface FirebaseConfig {
  readonly signerKey: unknown
  readonly saltSeparator: unknown
  readonly rounds: unknown
  readonly memCost: unknown
}

/** Sign-ins that are no other provider's. */
const OWN = ['password', 'phone', 'emailLink', 'anonymous', 'firebase']

/** Firebase Authentication: the file of `firebase auth:export`, or users as its Admin SDK gives them. */
export const firebase = format<FirebaseConfig>({
  wrapper: 'users',
  readConfig,
  read(value, { config }) {
    const user = objectOf(value)
    if (!user) return { reason: 'not_json' }
    const sourceId = textOf(user['localId'] ?? user['uid']) ?? ''
    const providers = rowsOf(user['providerUserInfo'] ?? user['providerData'])
    const email = textOf(user['email']) ?? providers.map((one) => textOf(one['email'])).find(Boolean)
    const isAnonymous = email === undefined && providers.length === 0 && textOf(user['phoneNumber']) === undefined
    if (isAnonymous) return { reason: 'not_a_person', sourceId }
    if (email === undefined) return { reason: 'invalid_email', sourceId }
    const metadata = nestedRow(user['metadata'])
    return importedRecord({
      ...{ sourceId, email, name: textOf(user['displayName']), identities: providers.flatMap(identityOf) },
      isVerified: textOf(user['email']) !== undefined && flagOf(user['emailVerified']),
      createdAt: timeOf(user['createdAt'] ?? metadata['creationTime'] ?? metadata['createdAt']),
      ban: flagOf(user['disabled']) ? { reason: undefined, until: undefined } : undefined,
      password: passwordOf(user, config),
      // Seeds are in no export.
      hasUnsupportedFactor: rowsOf(user['mfaInfo'] ?? objectOf(user['multiFactor'])?.['enrolledFactors']).length > 0,
      attributes: { ...nestedRow(user['customAttributes']), ...nestedRow(user['customClaims']), ...user },
    })
  },
})

/** The block as it is copied, or JSON with the same names or those of its API. */
function readConfig(text: string | undefined): FirebaseConfig {
  const found = text?.includes('hash_config') ? blockOf(text) : readJsonConfig(text, 'base64_signer_key')
  const algorithm = textOf(found['algorithm'])
  if (algorithm !== undefined && algorithm !== 'SCRYPT') throw new UsageError('--hash-config: its algorithm is not SCRYPT')
  const signerKey = firstOf(found, 'base64_signer_key', 'signerKey')
  if (text !== undefined && textOf(signerKey) === undefined)
    throw new UsageError('--hash-config: the file holds no base64_signer_key')
  return {
    signerKey,
    saltSeparator: firstOf(found, 'base64_salt_separator', 'saltSeparator') ?? 'Bw==',
    rounds: firstOf(found, 'rounds') ?? 8,
    memCost: firstOf(found, 'mem_cost', 'memoryCost') ?? 14,
  }
}

const blockOf = (text: string): Row =>
  Object.fromEntries([...text.matchAll(/^\s*(\w+):\s*"?([^\s",]+)"?,?\s*$/gm)].map(([, name = '', value]) => [name, value]))

/** Instead of hashes that it may not show, it writes this word. */
const REDACTED = Buffer.from('REDACTED').toString('base64')

function passwordOf(user: Row, config: FirebaseConfig): ImportedRecord['password'] {
  const hash = hashTextOf(user['passwordHash'])
  if (hash === undefined) return undefined
  if (hash === REDACTED) return 'unknown'
  return raw(firebaseHash({ ...config, hash, salt: user['salt'] ?? user['passwordSalt'] }))
}

function identityOf(one: Row): ImportedRecord['identities'] {
  const [provider, subject] = [textOf(one['providerId']), textOf(one['rawId'] ?? one['uid'] ?? one['federatedId'])]
  if (provider === undefined || subject === undefined || OWN.includes(provider)) return []
  return [{ provider, subject, email: textOf(one['email']) }]
}
