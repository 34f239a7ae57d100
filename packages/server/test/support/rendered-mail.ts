import '../../src/subjects/index.ts'
import { type MailKind, type MailValues, mailKinds } from '../../src/platform/mail/mail-kinds.ts'
import { loadTemplates } from '../../src/platform/mail/mail-templates.ts'
import { plainService } from '../../src/platform/mail/service-facts.ts'

export const ours = loadTemplates({})
export const oursWithoutPasswords = loadTemplates({ service: { ...plainService, hasPasswords: '' } })
export const { languages } = ours
export const kinds = mailKinds()
export const code = '7K3M-Q9TX-B2ZH'
export const values: MailValues = {
  appName: 'Acme & Söhne',
  publicUrl: 'https://acme.example',
  name: 'Ada Lovelace',
  code,
  link: `https://acme.example/verify-email#code=${code}`,
  expiresIn: 15 * 60_000,
  when: Date.UTC(2026, 2, 4, 5, 6),
  provider: 'Google',
  madeWhen: Date.UTC(2026, 2, 1, 7, 8),
  madeFrom: { ip: '203.0.113.7', browser: 'Firefox', system: 'Linux' },
  hasPassword: 'yes',
  providers: 'Google, GitHub',
  passkeys: '',
  removed: 'password passkeys totp recovery providers browsers api-keys organisations',
  removedProviders: 'GitLab',
  change: 'totp-enabled',
  remaining: '7',
  organisation: 'Acme',
  inviter: 'Grace Hopper',
  role: 'admin',
  newEmail: 'ada@example.org',
  place: { ip: '203.0.113.7', browser: 'Firefox', system: 'Linux' },
  askedFrom: { ip: '203.0.113.0/24', browser: 'Firefox', system: 'Linux' },
  way: 'password',
  keyName: 'billing',
  scopes: 'users:read, audit:read',
  application: 'Grafana',
  webhook: 'Billing',
  logName: 'acme.example/audit',
  logSize: '4711',
  logRoot: 'CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=',
  logSignature: '— acme.example/audit Az3grlgtzPICa5OS8npVmf1Myq',
  administrator: 'ada@example.org',
  by: 'grace@example.org',
}

export const render = (kind: MailKind, changed: Partial<MailValues> = {}, language = 'en') =>
  ours.render(kind, language, { ...values, ...changed })

/** With all their attributes: what is not in here, a mail reader shows as text. */
export const tagsOf = (html: string) => html.match(/<[^>]*>/g)?.join('\n')
export const linksOf = (html: string) => [...html.matchAll(/(?:href|src|action)\s*=\s*["']?([^"'\s>]*)/gi)].map(([, url]) => url)
