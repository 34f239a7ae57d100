/** Every variable that a mail can have, with the value it has when the templates are checked or shown. */
const samples = {
  appName: 'Example',
  publicUrl: 'https://example.com',
  /** Empty when the address is not verified: a stranger could have chosen both the name and the address. */
  name: 'Ada Example',
  code: '7K3M-Q9TX-B2ZH',
  link: 'https://example.com/verify-email#code=7K3M-Q9TX-B2ZH',
  expiresIn: '15 minutes',
  when: '2026-01-31 12:00 UTC',
  /** As people know it. */
  provider: 'Google',
  /** When the account was made. */
  madeWhen: '2026-01-30 09:15 UTC',
  /** From which address and with which browser; empty where nobody knows any more. */
  madeFrom: '203.0.113.7 (Firefox on Linux)',
  /** `yes`, or empty. */
  hasPassword: 'yes',
  /** Those that open the account, as people know them; empty when there is none. */
  providers: 'Google, GitHub',
  /** Those that no longer do. */
  removed: 'GitLab',
} as const

export type MailVariable = keyof typeof samples

const always = ['appName', 'publicUrl', 'name'] as const
const withCode = [...always, 'code', 'link', 'expiresIn'] as const
const notice = [...always, 'when'] as const
const aboutProvider = [...notice, 'provider'] as const

/** What is left out of a mail where there is nothing to say. */
const optional: readonly MailVariable[] = ['name', 'madeFrom', 'hasPassword', 'providers', 'removed']

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
  'mailbox-proved': [...notice, 'madeWhen', 'madeFrom', 'hasPassword', 'providers', 'removed', 'link'],
  'account-deleted': notice,
  'two-factor-enabled': notice,
  'two-factor-disabled': notice,
  'provider-linked': aboutProvider,
  'provider-unlinked': aboutProvider,
  'new-administrator': notice,
  test: notice,
} as const satisfies Readonly<Record<string, readonly MailVariable[]>>

export type MailKind = keyof typeof mailKinds

/** Who is sent a code sits in front of a form that wants it; who is invited may come today; and a notice is only told. */
export const urgencyOf = (kind: MailKind): number => {
  if (kind === 'invite') return 1
  return variablesOf(kind).includes('code') ? 0 : 2
}

export const variablesOf = (kind: MailKind): readonly MailVariable[] => mailKinds[kind]

export const sampleOf = (kind: MailKind): Readonly<Record<string, string>> =>
  Object.fromEntries(variablesOf(kind).map((variable) => [variable, samples[variable]]))

/** With everything, without a name, and with no more than is always there, so that whatever depends on it is seen. */
export const samplesOf = (kind: MailKind): Readonly<Record<string, string>>[] => {
  const sample = sampleOf(kind)
  const without = optional.filter((variable) => variable in sample).map((variable) => [variable, ''])
  return [sample, { ...sample, name: '' }, { ...sample, ...Object.fromEntries(without) }]
}
