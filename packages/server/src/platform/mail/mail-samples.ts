import { pagePaths } from '../../gate/page-paths.ts'
import { type MailKind, type MailValues, variablesOf } from './mail-kinds.ts'

const SAMPLE_URL = 'https://example.com'
const SAMPLE_CODE = '7K3M-Q9TX-B2ZH'
/** For what opens an account by itself: a code to paste, and not to type. */
const SAMPLE_TOKEN = 'q7Zk2vX9mT4bR8wLc1Hn6JpYd3Gf5SaEu0KiVoNxBzQ'
const SAMPLE_ID = '01939d2c-7f5a-7c3e-9b1a-5f0e8d2c4b6a'
const SAMPLE_DIGITS = '482913'
const HOUR_MS = 3_600_000

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
  removed: 'password passkeys totp recovery providers browsers api-keys organisations',
  removedProviders: 'GitLab',
  change: 'totp-enabled',
  remaining: '7',
  organisation: 'Acme',
  inviter: 'Grace Example',
  role: 'admin',
  newEmail: 'ada@example.org',
  place: { ip: '203.0.113.7', browser: 'Firefox', system: 'Linux' },
  way: 'password',
  keyName: 'billing',
  scopes: 'users:read, audit:read',
  administrator: 'ada@example.org',
  by: 'grace@example.org',
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
  'mailbox-proved': { link: `${pagePaths.notMe}#code=${SAMPLE_TOKEN}` },
  'email-change': { link: `${pagePaths.changeEmail}#code=${SAMPLE_CODE}`, expiresIn: HOUR_MS },
  'email-change-approval': { link: `${pagePaths.changeEmail}#code=${SAMPLE_CODE}`, expiresIn: HOUR_MS },
  'email-changed': { link: `${pagePaths.revertEmail}#code=${SAMPLE_TOKEN}`, expiresIn: 7 * 24 * HOUR_MS },
  'administrator-added': { link: `${pagePaths.consoleUsers}/${SAMPLE_ID}` },
  'key-created': { link: pagePaths.consoleKeys },
  'new-device': { link: `${pagePaths.notMe}#code=${SAMPLE_TOKEN}`, expiresIn: 72 * HOUR_MS },
}

/** What is left out of a mail where there is nothing to say. */
const without: Partial<MailValues> = {
  name: '',
  madeFrom: { ip: '', browser: '', system: '' },
  hasPassword: '',
  providers: '',
  passkeys: '',
  removed: '',
  removedProviders: '',
  organisation: '',
  inviter: '',
  newEmail: '',
  keyName: '',
}

/** As a service at this address would write it. */
export const sampleOf = (kind: MailKind, publicUrl = SAMPLE_URL): Partial<MailValues> => {
  const values = { ...samples, ...own[kind] }
  return pick(kind, { ...values, publicUrl, link: `${publicUrl}${values.link}` })
}

/** With everything, without a name, and with no more than is always there, so that whatever depends on it is seen. */
export const samplesOf = (kind: MailKind): Partial<MailValues>[] => {
  const sample = sampleOf(kind)
  const bare = { ...sample, ...pick(kind, without), ...(kind === 'email-changed' && { link: '' }) }
  return [sample, { ...sample, name: '' }, bare]
}

const pick = (kind: MailKind, values: Partial<MailValues>): Partial<MailValues> =>
  Object.fromEntries(variablesOf(kind).flatMap((variable) => (variable in values ? [[variable, values[variable]]] : [])))
