import type { ForeignHash, PasswordForm } from '../../gate/passwords/foreign/foreign-hash.ts'

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
}

export interface ImportedTotp {
  readonly secret: Buffer
  readonly digits: number
  /** In seconds. */
  readonly period: number
  /** As the source writes it: `SHA1`, `sha-256`. */
  readonly algorithm: string
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
  /** By the provider's name at the source. */
  readonly identities: readonly { readonly provider: string; readonly subject: string; readonly email: string | undefined }[]
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
}

const NOTHING: Omit<ImportedRecord, 'sourceId' | 'email'> = {
  isVerified: false,
  name: undefined,
  createdAt: undefined,
  language: undefined,
  ban: undefined,
  password: undefined,
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
}

/** What a format does not know of a person is as where there is none of it. */
export const importedRecord = (known: Pick<ImportedRecord, 'sourceId' | 'email'> & Partial<ImportedRecord>): ImportedRecord => ({
  ...NOTHING,
  ...known,
})
