import { type ImportedPasskey, type ImportedRecord, type ImportedTotp, importedRecord } from '../imported-record.ts'
import { base32Of, base64Of, countOf } from './bytes.ts'
import { hashTextOf, objectOf, textOf, timeOf } from './fields.ts'
import { format } from './format.ts'
import { kratosHash } from './hash-texts/kratos-hash.ts'
import { nameOf, nestedRow, type Row, readJsonConfig, rowsOf } from './nested.ts'

/**
 * Ory Kratos: identities as its admin API gives them with `include_credential=password&include_credential=totp` and so on. Traits are of
 * one's own making: the address is the trait `email`, or the first that can be verified.
 */
export const kratos = format<{ readonly rpId: string | undefined }>({
  wrapper: 'identities',
  readConfig: (text) => ({ rpId: textOf(readJsonConfig(text, 'a member "rpId"')['rpId']) }),
  read(value, { config }) {
    const identity = objectOf(value)
    if (!identity) return { reason: 'not_json' }
    const [sourceId = '', traits] = [textOf(identity['id']), nestedRow(identity['traits'])]
    const addresses = rowsOf(identity['verifiable_addresses']).filter((one) => one['via'] === 'email')
    const email = textOf(traits['email']) ?? addresses.map((one) => textOf(one['value'])).find(Boolean)
    if (email === undefined) return { reason: 'invalid_email', sourceId }
    const credentials = nestedRow(identity['credentials'])
    const configOf = (type: string): Row => nestedRow(objectOf(credentials[type])?.['config'])
    return importedRecord({
      ...{ sourceId, email, createdAt: timeOf(identity['created_at']), name: traitName(traits['name']) },
      isVerified: addresses.some((one) => one['verified'] === true && isSame(textOf(one['value']), email)),
      ban: identity['state'] === 'inactive' ? { reason: undefined, until: undefined } : undefined,
      password: passwordOf(configOf('password')),
      identities: [...rowsOf(configOf('oidc')['providers']), ...rowsOf(configOf('saml')['providers'])].flatMap(identityOf),
      ...factorsOf(credentials, configOf),
      passkeys: [...passkeysOf(configOf('webauthn'), config.rpId), ...passkeysOf(configOf('passkey'), config.rpId)],
      // Not its traits, which people may change.
      attributes: { ...nestedRow(identity['metadata_public']), ...nestedRow(identity['metadata_admin']), id: sourceId, email },
    })
  },
})

/** It writes addresses in small letters. */
const isSame = (one: string | undefined, other: string): boolean => one?.toLowerCase() === other.toLowerCase()

const traitName = (name: unknown): string | undefined => {
  const parts = objectOf(name)
  return parts ? nameOf(parts['first'], parts['last']) : textOf(name)
}

/** Without a hash, one is fetched from yet another system at the first sign-in. */
function passwordOf(config: Row): ImportedRecord['password'] {
  const text = hashTextOf(config['hashed_password'])
  if (text === undefined) return config['use_password_migration_hook'] === true ? 'unknown' : undefined
  return kratosHash(text)
}

function factorsOf(credentials: Row, configOf: (type: string) => Row): Partial<ImportedRecord> {
  const totp = totpOf(textOf(configOf('totp')['totp_url']))
  const keys = rowsOf(configOf('webauthn')['credentials'])
  const codes = rowsOf(configOf('lookup_secret')['recovery_codes']).filter((one) => !textOf(one['used_at']))
  const hasPasskeyFactor = keys.some((one) => one['is_passwordless'] !== true)
  return {
    ...{ totp, hasPasskeyFactor, recoveryCodes: codes.flatMap((one) => textOf(one['code']) ?? []) },
    hasUnsupportedFactor: !totp && !hasPasskeyFactor && ['totp', 'lookup_secret'].some((type) => credentials[type] !== undefined),
  }
}

function totpOf(address: string | undefined): ImportedTotp | undefined {
  if (!address?.startsWith('otpauth://totp/') || !URL.canParse(address)) return undefined
  const { searchParams } = new URL(address)
  const secret = base32Of(searchParams.get('secret'))
  if (!secret) return undefined
  const numbers = { digits: countOf(searchParams.get('digits') ?? 6), period: countOf(searchParams.get('period') ?? 30) }
  return { secret, algorithm: searchParams.get('algorithm') ?? 'SHA1', ...numbers }
}

function passkeysOf(config: Row, rpId: string | undefined): readonly ImportedPasskey[] {
  const userHandle = base64Of(config['user_handle'])
  return rowsOf(config['credentials']).flatMap((one) => {
    const [credentialId, publicKey] = [base64Of(one['id']), base64Of(one['public_key'])]
    const authenticator = nestedRow(one['authenticator'])
    const flags = nestedRow(one['flags'])
    if (!credentialId || !publicKey) return []
    return [
      {
        ...{ credentialId, publicKey, userHandle, rpId, name: textOf(one['display_name']), aaguid: undefined, transports: [] },
        counter: countOf(authenticator['sign_count'] ?? 0) || 0,
        ...{ isBackupEligible: flags['backup_eligible'] === true, isBackedUp: flags['backup_state'] === true },
      },
    ]
  })
}

function identityOf(one: Row): ImportedRecord['identities'] {
  const [provider, subject] = [textOf(one['provider']), textOf(one['subject'])]
  return provider === undefined || subject === undefined ? [] : [{ provider, subject, email: undefined }]
}
