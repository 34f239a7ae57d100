import { type ImportedPasskey, type ImportedRecord, type ImportedTotp, importedRecord } from '../imported-record.ts'
import { base32Of, base64Of, countOf } from './bytes.ts'
import { flagOf, objectOf, textOf, timeOf } from './fields.ts'
import { format } from './format.ts'
import { type KeycloakConfig, keycloakPassword } from './hash-texts/keycloak-hash.ts'
import { nameOf, nestedRow, type Row, readJsonConfig, rowsOf, textsOf } from './nested.ts'

/** Keycloak: the files of `kc.sh export`, a realm with its users or users alone. Partial exports of the console have none. */
export const keycloak = format<KeycloakConfig & { readonly rpId: string | undefined }>({
  wrapper: 'users',
  readConfig(text) {
    const found = readJsonConfig(text, 'members "rpId" and "padTo"')
    return { rpId: textOf(found['rpId']), padTo: found['padTo'] === undefined ? undefined : countOf(found['padTo']) }
  },
  read(value, { config }) {
    const user = objectOf(value)
    if (!user) return { reason: 'not_json' }
    const [sourceId = '', email] = [textOf(user['id']) ?? textOf(user['username']), textOf(user['email'])]
    if (textOf(user['serviceAccountClientId']) !== undefined) return { reason: 'not_a_person', sourceId, email }
    if (email === undefined) return { reason: 'invalid_email', sourceId }
    const credentials = rowsOf(user['credentials'])
    const attributes = nestedRow(user['attributes'])
    const roles = [...textsOf(user['realmRoles']), ...Object.values(nestedRow(user['clientRoles'])).flatMap(textsOf)]
    return importedRecord({
      ...{ sourceId, email, isVerified: flagOf(user['emailVerified']), name: nameOf(user['firstName'], user['lastName']) },
      createdAt: timeOf(user['createdTimestamp']),
      language: textsOf(attributes['locale'])[0],
      ban: user['enabled'] === false ? { reason: undefined, until: undefined } : undefined,
      password: keycloakPassword(
        credentials.find((one) => one['type'] === 'password'),
        config,
      ),
      identities: rowsOf(user['federatedIdentities']).flatMap(identityOf),
      ...factorsOf(credentials),
      passkeys: credentials.flatMap((one) => passkeyOf(one, sourceId, config.rpId)),
      isAdministrator: roles.some((role) => role === 'admin' || role === 'realm-admin'),
      // Not its attributes, which people may change.
      attributes: { ...user, roles, groups: textsOf(user['groups']) },
    })
  },
})

/** Codes of before are kept as hashes only, and do not come along. */
function factorsOf(credentials: readonly Row[]): Partial<ImportedRecord> {
  const totp = credentials.map(totpOf).find(Boolean)
  const hasPasskeyFactor = credentials.some((one) => one['type'] === 'webauthn')
  const isOther = (type: unknown) => type === 'otp' || type === 'totp' || type === 'hotp' || type === 'recovery-authn-codes'
  return {
    totp,
    hasPasskeyFactor,
    hasUnsupportedFactor: !totp && !hasPasskeyFactor && credentials.some((one) => isOther(one['type'])),
  }
}

/** The secret is the text of its characters, unless it says otherwise. */
function totpOf(credential: Row): ImportedTotp | undefined {
  const [data, secretData] = [nestedRow(credential['credentialData']), nestedRow(credential['secretData'])]
  const text = textOf(secretData['value'])
  if (credential['type'] !== 'otp' || data['subType'] !== 'totp' || text === undefined) return undefined
  const secret = data['secretEncoding'] === 'BASE32' ? base32Of(text) : Buffer.from(text)
  if (!secret) return undefined
  const algorithm = (textOf(data['algorithm']) ?? 'HmacSHA1').replace(/^Hmac/, '')
  return { secret, algorithm, digits: countOf(data['digits'] ?? 6), period: countOf(data['period'] ?? 30) }
}

/** Authenticators know the person by the bytes of the id; the domain is the realm's, and has to be told. */
function passkeyOf(credential: Row, sourceId: string, rpId: string | undefined): readonly ImportedPasskey[] {
  const data = nestedRow(credential['credentialData'])
  const [credentialId, publicKey] = [base64Of(data['credentialId']), base64Of(data['credentialPublicKey'])]
  if (!textOf(credential['type'])?.startsWith('webauthn') || !credentialId || !publicKey) return []
  return [
    {
      ...{ credentialId, publicKey, rpId, userHandle: Buffer.from(sourceId), name: textOf(credential['userLabel']) },
      ...{ counter: countOf(data['counter'] ?? 0) || 0, aaguid: textOf(data['aaguid']), transports: textsOf(data['transports']) },
      ...{ isBackupEligible: false, isBackedUp: false },
    },
  ]
}

function identityOf(one: Row): ImportedRecord['identities'] {
  const [provider, subject] = [textOf(one['identityProvider']), textOf(one['userId'])]
  return provider === undefined || subject === undefined ? [] : [{ provider, subject, email: undefined }]
}
