import type { OrgRole } from '../../subjects/organisations/org-roles.ts'
import { BRAND_VARIABLES } from './brand.ts'

/** Where a visitor was: an address, and what is known of the browser. All empty where it is not known. */
export interface ClientLocation {
  readonly ip: string
  readonly browser: string
  readonly system: string
}

/** What mails are written from. What each language says in its own way is not yet in words here. */
export interface MailValues {
  readonly appName: string
  readonly publicUrl: string
  /** Empty when the address is not verified: a stranger could have chosen both the name and the address. */
  readonly name: string
  readonly code: string
  readonly link: string
  /** In milliseconds. */
  readonly expiresIn: number
  readonly when: number
  /** As people know it. */
  readonly provider: string
  /** When the account was made. */
  readonly madeWhen: number
  readonly madeFrom: ClientLocation
  /** `yes`, or empty. */
  readonly hasPassword: string
  /** Those that open the account, as people know them; empty when there is none. */
  readonly providers: string
  /** How many passkeys open it; empty when there is none. */
  readonly passkeys: string
  /** Providers that no longer do. */
  /** What a first proof of the mailbox has removed, by kind, separated by spaces. */
  readonly removed: string
  /** Providers that no longer open the account. */
  readonly removedProviders: string
  /** What was changed about the second factors. */
  readonly change: FactorChange
  /** How many recovery codes are left. */
  readonly remaining: string
  /** The name of an organisation; empty where it looks like a link. */
  readonly organisation: string
  /** The display name of the member who invites; empty where it looks like a link. */
  readonly inviter: string
  /** What the reader is in the organisation, or would be. */
  readonly role: OrgRole
  /** The address that an account is to have, or has by now; empty where the reader is not to know. */
  readonly newEmail: string
  readonly place: ClientLocation
  /** What a key is for, in the words of its maker; empty where it looks like a link. */
  readonly keyName: string
  /** What a key opens. */
  readonly scopes: string
  /** The address of an account that was made an administrator. */
  readonly administrator: string
  /** The address of the administrator who did it. */
  readonly by: string
  /** How the visitor signed in. */
  readonly way: 'password' | 'passkey' | 'provider' | 'invite' | 'mailbox'
}

/** What the owner of an account is told about its second factors and passkeys. */
export const FACTOR_CHANGES = [
  'totp-enabled',
  'totp-disabled',
  'passkey-added',
  'passkey-removed',
  'last-passkey-removed',
  'passkey-gate-enabled',
  'passkey-gate-disabled',
  'recovery-codes',
  'factors-reset',
  'passkey-refused',
] as const
export type FactorChange = (typeof FACTOR_CHANGES)[number]

export type MailVariable = keyof MailValues

const always = ['appName', 'publicUrl', 'name'] as const
const withCode = [...always, 'code', 'link', 'expiresIn'] as const
const notice = [...always, 'when'] as const
const aboutOrganisation = [...notice, 'organisation'] as const
const aboutProvider = [...notice, 'provider'] as const

/** Which mail has which variables. Each kind is two files, `<kind>.txt.liquid` and `<kind>.html.liquid`. */
export const mailKinds = {
  verification: withCode,
  'password-reset': withCode,
  'set-password': withCode,
  'account-deletion': withCode,
  'two-factor': withCode,
  'step-up': withCode,
  invite: withCode,
  'password-changed': [...notice, 'providers'],
  'password-set': notice,
  'mailbox-proved': [
    ...notice,
    'madeWhen',
    'madeFrom',
    'hasPassword',
    'providers',
    'passkeys',
    'removed',
    'removedProviders',
    'link',
  ],
  'email-change': withCode,
  'email-change-approval': [...withCode, 'newEmail'],
  'email-changed': [...notice, 'newEmail', 'link', 'expiresIn'],
  'email-change-done': notice,
  'email-taken': notice,
  'email-reverted': notice,
  'new-device': [...notice, 'place', 'way', 'provider', 'link', 'expiresIn'],
  'account-deleted': notice,
  'two-factor-enabled': notice,
  'two-factor-disabled': notice,
  'factors-changed': [...notice, 'change'],
  'recovery-code-used': [...notice, 'remaining'],
  'second-factor-exhausted': notice,
  'provider-linked': aboutProvider,
  'provider-unlinked': aboutProvider,
  'org-invite': [...withCode, 'organisation', 'inviter', 'role'],
  'org-removed': aboutOrganisation,
  'org-role-changed': [...aboutOrganisation, 'role'],
  'org-owners-changed': aboutOrganisation,
  'org-deleted': aboutOrganisation,
  'new-administrator': notice,
  'administrator-added': [...notice, 'administrator', 'by', 'link'],
  'key-created': [...notice, 'keyName', 'scopes', 'by', 'link'],
  test: notice,
} as const satisfies Readonly<Record<string, readonly MailVariable[]>>

export type MailKind = keyof typeof mailKinds

/** Who is sent a code sits in front of a form that wants it; who is invited may come today; and a notice is only told. */
export const urgencyOf = (kind: MailKind): number => {
  if (kind === 'invite' || kind === 'org-invite') return 1
  return variablesOf(kind).includes('code') ? 0 : 2
}

export const variablesOf = (kind: MailKind): readonly MailVariable[] => mailKinds[kind]

/** What a template may name: all that is said in a mail of its kind, in which language, and in whose colours. */
export const templateVariables = (kind: MailKind): readonly string[] => [...variablesOf(kind), 'language', ...BRAND_VARIABLES]
