import type { ForeignHash, PasswordForm } from '../../gate/passwords/foreign/foreign-hash.ts'
import type { Scope } from '../../platform/kernel/scopes.ts'

/** Why a record was left out, or something of it. Programs read these words in the report, so none is ever renamed. */
export type Reason =
  | 'not_json'
  | 'record_too_large'
  | 'invalid_email'
  | 'duplicate_in_file'
  | 'email_already_exists'
  | 'unknown_hash'
  | 'hash_out_of_bounds'
  | 'hash_key_missing'
  | 'weak_hash'
  | 'unknown_provider'
  | 'identity_already_linked'
  | 'unsupported_second_factor'
  | 'not_a_person'
  | 'deleted_at_source'
  | 'id_taken'
  | 'invalid_organisation'

export interface Refusal {
  readonly reason: Reason
  readonly sourceId?: string | undefined
  readonly email?: string | undefined
}

export interface ImportedPasskey {
  readonly credentialId: Buffer
  /** COSE. */
  readonly publicKey: Buffer
  readonly counter: number
  /** What the authenticator calls its owner. Without it the passkey could not be told from a stranger's, and does not come along. */
  readonly userHandle: Buffer | undefined
  /** The domain that it was made for; it works on no other. */
  readonly rpId: string | undefined
  readonly name: string | undefined
  readonly aaguid: string | undefined
  readonly transports: readonly string[]
  readonly isBackupEligible: boolean
  readonly isBackedUp: boolean
  /** Of a service of this kind. */
  readonly id?: string | undefined
  readonly createdAt?: number | undefined
  readonly lastUsedAt?: number | undefined
}

export interface ImportedTotp {
  readonly secret: Buffer
  readonly digits: number
  /** In seconds. */
  readonly period: number
  /** As the source writes it: `SHA1`, `sha-256`. */
  readonly algorithm: string
  /** Of a service of this kind: codes up to this one are spent. */
  readonly lastStep?: number
  readonly createdAt?: number | undefined
  readonly lastUsedAt?: number | undefined
}

interface ImportedIdentity {
  /** By its name at the source. */
  readonly provider: string
  readonly subject: string
  readonly email: string | undefined
  /** Where the source says whose subject it is, a provider that is configured here is found by it. */
  readonly issuer?: string | undefined
  readonly createdAt?: number | undefined
  readonly usedAt?: number | undefined
}

interface ImportedMembership {
  readonly orgId: string
  readonly role: string
  readonly joinedAt: number | undefined
}

interface HashedRecoveryCode {
  readonly hash: string
  /** What it was hashed with. Undefined where the file does not hold that. */
  readonly key: Buffer | undefined
  /** The id of the account, where it was hashed. */
  readonly hashedFor: string
  readonly createdAt: number | undefined
  readonly usedAt: number | undefined
}

/** What only a service of this kind says of an account: times as they were there, and what other systems do not have. */
export interface Kept {
  /** Undefined where an administrator may do everything. */
  readonly adminScopes: readonly Scope[] | undefined
  readonly verifiedAt: number | undefined
  readonly mailboxProvedAt: number | undefined
  readonly bannedAt: number | undefined
  readonly twoFactorEnabledAt: number | undefined
  readonly emailFactorAt: number | undefined
  readonly totpAt: number | undefined
  readonly passkeyGateAt: number | undefined
  readonly userHandle: string | undefined
  readonly hasSignedIn: boolean
  readonly lastSeenAt: number | undefined
  readonly lastSignInAt: number | undefined
  readonly lastActiveAt: number | undefined
  readonly dataUpdatedAt: number | undefined
  readonly updatedAt: number | undefined
  readonly memberships: readonly ImportedMembership[]
  readonly recoveryCodes: readonly HashedRecoveryCode[]
  /** Where it had come from before. */
  readonly origin: { readonly source: string; readonly sourceId: string; readonly createdAt: number | undefined } | undefined
}

/** An organisation of another service of this kind; nothing in it is checked yet. */
export interface ImportedOrganisation {
  readonly sourceId: string
  readonly name: string
  readonly slug: string
  readonly createdAt: number | undefined
  readonly updatedAt: number | undefined
  readonly data: Readonly<Record<string, unknown>>
  readonly dataUpdatedAt: number | undefined
}

/** As a service of this kind stores a hash that came from elsewhere, with what tells the secrets of its file. */
export interface StoredPassword {
  readonly stored: string
  readonly secretOf: (id: string) => Buffer | undefined
}

/** A person as another system knows them. Nothing in it is checked yet, and nothing was done about it. */
export interface ImportedRecord {
  readonly sourceId: string
  /** As it was written. */
  readonly email: string
  /** Only what the format defines as verified. */
  readonly isVerified: boolean
  readonly name: string | undefined
  /** Epoch milliseconds. */
  readonly createdAt: number | undefined
  readonly language: string | undefined
  readonly ban: { readonly reason: string | undefined; readonly until: number | undefined } | undefined
  /** `unknown`: there is one, of no kind that the format knows. Undefined: there is none. */
  readonly password: { readonly hash: ForeignHash; readonly form: PasswordForm } | 'unknown' | undefined
  /** In the place of it. */
  readonly storedPassword: StoredPassword | undefined
  readonly identities: readonly ImportedIdentity[]
  readonly totp: ImportedTotp | undefined
  /** In clear only. */
  readonly recoveryCodes: readonly string[]
  readonly passkeys: readonly ImportedPasskey[]
  /** The source asks for a passkey after the password. */
  readonly hasPasskeyFactor: boolean
  /** The source mails a code after the password. */
  readonly hasMailedFactor: boolean
  /** The source asks for something that cannot come along, such as a code by text message. */
  readonly hasUnsupportedFactor: boolean
  /** At the source; here nothing comes of it, and the report counts it. */
  readonly isAdministrator: boolean
  /** Values of declared fields, by their names here. */
  readonly data: Readonly<Record<string, unknown>>
  /** What `--admins FIELD=VALUE` is compared with. */
  readonly attributes: Readonly<Record<string, unknown>>
  readonly kept: Kept | undefined
}

const NOTHING: Omit<ImportedRecord, 'sourceId' | 'email'> = {
  isVerified: false,
  name: undefined,
  createdAt: undefined,
  language: undefined,
  ban: undefined,
  password: undefined,
  storedPassword: undefined,
  identities: [],
  totp: undefined,
  recoveryCodes: [],
  passkeys: [],
  hasPasskeyFactor: false,
  hasMailedFactor: false,
  hasUnsupportedFactor: false,
  isAdministrator: false,
  data: {},
  attributes: {},
  kept: undefined,
}

/** What a format does not know of a person is as where there is none of it. */
export const importedRecord = (known: Pick<ImportedRecord, 'sourceId' | 'email'> & Partial<ImportedRecord>): ImportedRecord => ({
  ...NOTHING,
  ...known,
})
