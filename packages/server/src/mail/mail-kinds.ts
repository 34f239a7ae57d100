import type { OrgRole } from '../kernel/org-roles.ts'
import { pagePaths } from '../kernel/page-paths.ts'
import { BRAND_VARIABLES } from './brand.ts'

/** Where a visitor was: an address, and what is known of the browser. All empty where it is not known. */
export interface Place {
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
  readonly madeFrom: Place
  /** `yes`, or empty. */
  readonly hasPassword: string
  /** Those that open the account, as people know them; empty when there is none. */
  readonly providers: string
  /** How many passkeys open it; empty when there is none. */
  readonly passkeys: string
  /** Providers that no longer do. */
  readonly removed: string
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

const SAMPLE_URL = 'https://example.com'
const SAMPLE_CODE = '7K3M-Q9TX-B2ZH'
/** For what opens an account by itself: a code to paste, and not to type. */
const SAMPLE_TOKEN = 'q7Zk2vX9mT4bR8wLc1Hn6JpYd3Gf5SaEu0KiVoNxBzQ'
const SAMPLE_ID = '01939d2c-7f5a-7c3e-9b1a-5f0e8d2c4b6a'
const SAMPLE_DIGITS = '482913'

/** What the templates are checked and shown with. */
const samples: MailValues = {
  appName: 'Example',
  publicUrl: SAMPLE_URL,
  name: 'Ada Example',
  code: SAMPLE_CODE,
  link: `${pagePaths.verifyEmail}#code=${SAMPLE_CODE}`,
  expiresIn: 15 * 60_000,
  when: Date.UTC(2026, 0, 31, 12),
  provider: 'Google',
  madeWhen: Date.UTC(2026, 0, 30, 9, 15),
  madeFrom: { ip: '203.0.113.7', browser: 'Firefox', system: 'Linux' },
  hasPassword: 'yes',
  providers: 'Google, GitHub',
  passkeys: '1',
  removed: 'GitLab',
  change: 'totp-enabled',
  remaining: '7',
  organisation: 'Acme',
  inviter: 'Grace Example',
  role: 'admin',
}

/** Where the others differ. */
const own: Partial<Record<string, Partial<MailValues>>> = {
  'password-reset': { code: SAMPLE_TOKEN, link: `${pagePaths.resetPassword}#code=${SAMPLE_TOKEN}` },
  'set-password': { link: `${pagePaths.setPassword}#userId=${SAMPLE_ID}&code=${SAMPLE_CODE}` },
  'account-deletion': { link: `${pagePaths.deleteAccount}#code=${SAMPLE_CODE}` },
  'two-factor': { code: SAMPLE_DIGITS, link: `${pagePaths.twoFactor}#challengeId=${SAMPLE_ID}&code=${SAMPLE_DIGITS}` },
  'step-up': { link: `${pagePaths.stepUp}?sent=before#code=${SAMPLE_CODE}` },
  invite: { code: SAMPLE_TOKEN, link: `${pagePaths.invite}#token=${SAMPLE_TOKEN}` },
  'org-invite': { code: SAMPLE_TOKEN, link: `${pagePaths.orgInvite}#token=${SAMPLE_TOKEN}` },
  'mailbox-proved': { link: `${pagePaths.forgotPassword}#email=ada%40example.com` },
}

const always = ['appName', 'publicUrl', 'name'] as const
const withCode = [...always, 'code', 'link', 'expiresIn'] as const
const notice = [...always, 'when'] as const
const aboutOrganisation = [...notice, 'organisation'] as const
const aboutProvider = [...notice, 'provider'] as const

/** What is left out of a mail where there is nothing to say. */
const without: Partial<MailValues> = {
  name: '',
  madeFrom: { ip: '', browser: '', system: '' },
  hasPassword: '',
  providers: '',
  passkeys: '',
  removed: '',
  organisation: '',
  inviter: '',
}

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
  'mailbox-proved': [...notice, 'madeWhen', 'madeFrom', 'hasPassword', 'providers', 'passkeys', 'removed', 'link'],
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

/** As a service at this address would write it. */
export const sampleOf = (kind: MailKind, publicUrl = SAMPLE_URL): Partial<MailValues> => {
  const values = { ...samples, ...own[kind] }
  return pick(kind, { ...values, publicUrl, link: `${publicUrl}${values.link}` })
}

/** With everything, without a name, and with no more than is always there, so that whatever depends on it is seen. */
export const samplesOf = (kind: MailKind): Partial<MailValues>[] => {
  const sample = sampleOf(kind)
  return [sample, { ...sample, name: '' }, { ...sample, ...pick(kind, without) }]
}

const pick = (kind: MailKind, values: Partial<MailValues>): Partial<MailValues> =>
  Object.fromEntries(variablesOf(kind).flatMap((variable) => (variable in values ? [[variable, values[variable]]] : [])))
