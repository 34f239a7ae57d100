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
} as const

export type MailVariable = keyof typeof samples

const always = ['appName', 'publicUrl', 'name'] as const
const withCode = [...always, 'code', 'link', 'expiresIn'] as const
const notice = [...always, 'when'] as const
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
  'password-changed': notice,
  'password-set': notice,
  'account-deleted': notice,
  'two-factor-enabled': notice,
  'two-factor-disabled': notice,
  'provider-linked': aboutProvider,
  'provider-unlinked': aboutProvider,
  'new-administrator': notice,
  test: notice,
} as const satisfies Readonly<Record<string, readonly MailVariable[]>>

export type MailKind = keyof typeof mailKinds

export const variablesOf = (kind: MailKind): readonly MailVariable[] => mailKinds[kind]

export const sampleOf = (kind: MailKind): Readonly<Record<string, string>> =>
  Object.fromEntries(variablesOf(kind).map((variable) => [variable, samples[variable]]))

/** With a name and without one, so that both greetings are seen. */
export const samplesOf = (kind: MailKind): Readonly<Record<string, string>>[] => [sampleOf(kind), { ...sampleOf(kind), name: '' }]
