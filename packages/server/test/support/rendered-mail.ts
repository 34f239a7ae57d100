import { type MailKind, mailKinds } from '../../src/mail/mail-kinds.ts'
import { loadTemplates } from '../../src/mail/mail-templates.ts'

export const ours = loadTemplates({})
export const kinds = Object.keys(mailKinds) as MailKind[]
export const code = '7K3M-Q9TX-B2ZH'
export const values = {
  appName: 'Acme & Söhne',
  publicUrl: 'https://acme.example',
  name: 'Ada Lovelace',
  code,
  link: `https://acme.example/verify-email#code=${code}`,
  expiresIn: '15 minutes',
  when: '2026-03-04 05:06 UTC',
  provider: 'Google',
  madeWhen: '2026-03-01 07:08 UTC',
  madeFrom: '203.0.113.7 (Firefox on Linux)',
  hasPassword: 'yes',
  providers: 'Google, GitHub',
  removed: 'GitLab',
}

export const render = (kind: MailKind, changed: Partial<typeof values> = {}) => ours.render(kind, { ...values, ...changed })
