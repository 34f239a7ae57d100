import { type ImportedPasskey, type ImportedRecord, importedRecord } from '../imported-record.ts'
import { base64Of, countOf } from './bytes.ts'
import { flagOf, hashTextOf, objectOf, textOf, timeOf } from './fields.ts'
import { format, noConfig } from './format.ts'
import { modular } from './hash-texts/modular.ts'
import { firstOf, type Row, rowsOf } from './nested.ts'

/**
 * Auth.js: rows of its adapters’ table of users, with those of `accounts` and `authenticators` as members, or joined by `userId`. It keeps
 * no passwords; where an app has added a column for them, it is read if it says what it is.
 */
export const authjs = format({
  wrapper: 'users',
  joins: { keyOf: (value) => textOf(firstOf(objectOf(value) ?? {}, 'userId', 'user_id')) },
  readConfig: noConfig,
  read(value, { joined }) {
    const user = objectOf(value)
    if (!user) return { reason: 'not_json' }
    const sourceId = textOf(objectOf(user['_id'])?.['$oid']) ?? textOf(firstOf(user, 'id', '_id')) ?? ''
    const email = textOf(user['email'])
    if (email === undefined) return { reason: 'invalid_email', sourceId }
    const rows = rowsOf(joined(sourceId))
    const hash = hashTextOf(firstOf(user, 'password', 'passwordHash', 'hashedPassword'))
    return importedRecord({
      ...{ sourceId, email, name: textOf(user['name']), createdAt: timeOf(firstOf(user, 'createdAt', 'created_at')) },
      // The time at which a link that was mailed there was followed.
      isVerified: timeOf(firstOf(user, 'emailVerified', 'email_verified')) !== undefined,
      password: hash === undefined ? undefined : modular(hash, ['bcrypt', 'argon2']),
      identities: [...rowsOf(user['accounts']), ...rows].flatMap(identityOf),
      passkeys: [...rowsOf(user['authenticators'] ?? user['Authenticator']), ...rows].flatMap(passkeyOf),
      attributes: user,
    })
  },
})

/** A link by mail and a passkey are accounts there as well. */
const OWN = ['email', 'webauthn', 'credentials']

function identityOf(row: Row): ImportedRecord['identities'] {
  const [provider, subject] = [textOf(row['provider']), textOf(firstOf(row, 'providerAccountId', 'provider_account_id'))]
  if (provider === undefined || subject === undefined || OWN.includes(textOf(row['type']) ?? '')) return []
  return [{ provider, subject, email: undefined }]
}

/** The handle and the domain that they were made for are not kept there, so that none can come along. */
function passkeyOf(row: Row): readonly ImportedPasskey[] {
  const [credentialId, publicKey] = [base64Of(row['credentialID']), base64Of(row['credentialPublicKey'])]
  if (!credentialId || !publicKey) return []
  return [
    {
      ...{
        credentialId,
        publicKey,
        counter: countOf(row['counter'] ?? 0) || 0,
        transports: textOf(row['transports'])?.split(',') ?? [],
      },
      ...{ userHandle: undefined, rpId: undefined, name: undefined, aaguid: undefined },
      ...{ isBackupEligible: row['credentialDeviceType'] === 'multiDevice', isBackedUp: flagOf(row['credentialBackedUp']) },
    },
  ]
}
