import { describe, expect, it } from 'vitest'
import { withEngine } from '../../src/gate/assembly/with-engine.ts'
import { ConfigError, loadConfig } from '../../src/platform/config/load-config.ts'
import { createAccount } from '../../src/subjects/administration/commands/create-account.ts'
import type { Browser, Reply } from '../support/browser.ts'
import { addPasskey, addTotp, enterByPasskey } from '../support/factored.ts'
import { figure } from '../support/form.ts'
import { PASSWORD, type World, world } from '../support/world.ts'

const SWITCHES = [
  'REQUIRE_EMAIL_2FA',
  'REQUIRE_EMAIL_VERIFICATION',
  'ALLOW_PUBLIC',
  'ENABLE_INVITE',
  'TWO_FACTOR_DEFAULT_ENABLED',
  'DISABLE_CHALLENGE_BINDING',
] as const
type Switch = (typeof SWITCHES)[number]
type Switches = Readonly<Record<Switch, boolean>>

const combinations = Array.from(
  { length: 2 ** SWITCHES.length },
  (_, n) => Object.fromEntries(SWITCHES.map((name, bit) => [name, (n >> bit) % 2 === 1])) as Switches,
)
/** Of five in a row one, or all: so each switch is met on and off with each other one. */
const STRIDE = figure('SWITCH_STRIDE', { short: 5, full: 1 })
const titled = combinations
  .filter((_, n) => n % STRIDE === 0)
  .map((on) => [SWITCHES.filter((name) => on[name]).join(' + ') || 'every switch off', on] as const)
const envOf = (on: Switches): Record<string, string> => Object.fromEntries(SWITCHES.map((name) => [name, String(on[name])]))

/** What an answer is made of, as far as the switches have a say in it. */
interface Shape {
  readonly status: number
  readonly fields: readonly string[]
  readonly cookies: readonly string[]
  readonly mails: readonly ('two-factor' | 'verification')[]
  readonly isVerified?: boolean
  readonly twoFactorEnabled?: boolean
}

const SESSION = { fields: ['session', 'user'], cookies: ['_csrf', 'app_refresh', 'app_session'], mails: [] } as const
const PENDING = { fields: ['message', 'requiresVerification', 'user'], cookies: [] } as const
const GATED = {
  fields: ['challengeId', 'codeSent', 'expiresAt', 'message', 'requiresTwoFactor', 'twoFactorExpiresAt', 'user'],
  cookies: ['_2fa_challenge'],
  mails: ['two-factor'],
} as const
/** With an authenticator app nothing is mailed, and the ways to go on are named. */
const STRONG = { ...GATED, fields: [...GATED.fields, 'methods'].sort(), mails: [] } as const
const refusal = (status: number): Shape => ({ status, fields: ['error', 'message'], cookies: [], mails: [] })

/**
 * What is promised for one combination (register, login, invite register, 2fa/verify): a second, independent reading of
 * the interface. It must not be derived from the code.
 */
function promised(on: Switches) {
  const newcomer = { status: 201, isVerified: false, twoFactorEnabled: on.TWO_FACTOR_DEFAULT_ENABLED }
  const guest = { ...newcomer, isVerified: true }
  const old = (isVerified: boolean) => ({ ...newcomer, status: 200, isVerified })
  const second = on.REQUIRE_EMAIL_2FA || on.TWO_FACTOR_DEFAULT_ENABLED ? GATED : SESSION

  const pending: Shape = { ...newcomer, ...PENDING, mails: ['verification'] }
  const registered: Shape = on.REQUIRE_EMAIL_VERIFICATION ? pending : { ...newcomer, ...SESSION }
  const admitted: Shape = on.REQUIRE_EMAIL_2FA ? { ...newcomer, ...GATED } : registered
  const invited: Shape = on.REQUIRE_EMAIL_2FA ? { ...guest, ...GATED } : { ...guest, ...SESSION }
  const unverified: Shape = on.REQUIRE_EMAIL_VERIFICATION
    ? { ...old(false), ...PENDING, mails: [] }
    : { ...old(false), ...second }
  return {
    register: on.ALLOW_PUBLIC ? admitted : refusal(403),
    loginOfUnverified: unverified,
    loginOfVerified: { ...old(true), ...second } as Shape,
    /** Whatever the switches say: an authenticator app is asked for, and a passkey is two factors. */
    loginWithApp: { ...old(true), ...STRONG, twoFactorEnabled: true } as Shape,
    passkeyOfVerified: SESSION.fields,
    passkeyOfUnverified: on.REQUIRE_EMAIL_VERIFICATION ? PENDING.fields : SESSION.fields,
    adminLogin: { ...old(true), ...GATED } as Shape, // whatever the switches say
    createInvite: on.ENABLE_INVITE ? 201 : 405,
    inviteInfo: on.ENABLE_INVITE ? 200 : 404,
    inviteRegister: on.ENABLE_INVITE ? invited : refusal(405),
    isBound: !on.DISABLE_CHALLENGE_BINDING,
    /** What does not start without a mail sender. */
    needMail: (
      ['REQUIRE_EMAIL_VERIFICATION', 'ENABLE_INVITE', 'REQUIRE_EMAIL_2FA', 'TWO_FACTOR_DEFAULT_ENABLED'] as const
    ).filter((name) => on[name]),
  }
}

describe.each(titled)('%s', (_title, on) => {
  const paper = promised(on)

  it('starts, or refuses to start, as written', () => {
    const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://id.example.com', SECRET: 'x'.repeat(32), ...envOf(on) }
    expect(complaintsAbout({ ...production, SMTP_URL: 'smtp://mail.example.com' })).toEqual([])
    expect(complaintsAbout({ ...production, DISABLE_ADMIN_TWO_FACTOR: 'true' })).toEqual(paper.needMail)
    expect(complaintsAbout(production)).toEqual(['SMTP_URL', ...paper.needMail])
    expect(complaintsAbout(envOf(on))).toEqual([]) // in development the inbox is the mail sender
  })

  it('answers register, login, invite register and 2fa/verify as written', async () => {
    const here = await world({ withMail: true, env: envOf(on) })
    const register = await newcomer(here, '/auth/register', { email: 'new@example.com', name: 'New', password: PASSWORD })
    expect(register.shape).toEqual(paper.register)
    await completed(here, register, paper)

    const unverified = await member(here, '/auth/login', { role: 'user', isVerified: false })
    expect(unverified.shape).toEqual(paper.loginOfUnverified)
    await completed(here, unverified, paper)

    const verified = await member(here, '/auth/login', { role: 'user', isVerified: true })
    expect(verified.shape).toEqual(paper.loginOfVerified)
    await completed(here, verified, paper)

    const admin = await member(here, '/auth/admin/login', { role: 'admin', isVerified: true })
    expect(admin.shape).toEqual(paper.adminLogin)
    expect((await verifyBy(admin.browser, admin)).status).toBe(200)
    expect((await admin.browser.post('/admin/invites', { email: 'guest@example.com' })).status).toBe(paper.createInvite)

    const code = here.mail.mails.findLast(({ recipients }) => recipients.includes('guest@example.com'))?.code ?? 'none'
    expect((await here.browser().get(`/auth/invite/info?token=${code}`)).status).toBe(paper.inviteInfo)
    const form = { code, name: 'Guest', password: PASSWORD, confirmPassword: PASSWORD }
    const guest = await newcomer(here, '/auth/invite/register', form)
    expect(guest.shape).toEqual(paper.inviteRegister)
    await completed(here, guest, paper)
  })
})

describe.each(titled)('%s, with an authenticator app and a passkey', (_title, on) => {
  const paper = promised(on)

  it('asks for the app after a password, for nothing after the passkey, and for the verification as ever', async () => {
    const here = await world({ withMail: true, env: envOf(on) })
    const account = await member(here, '/auth/login', { role: 'user', isVerified: true })
    if (account.reply.body.requiresTwoFactor) await verifyBy(account.browser, account)
    const { browser: owner } = account
    const { authenticator } = await addPasskey(owner)
    const { app } = await addTotp(here, owner)
    const login = await newcomer(here, '/auth/login', { email: 'user-true@example.com', password: PASSWORD })
    expect(login.shape).toEqual(paper.loginWithApp)
    expect(login.reply.body).toMatchObject({ codeSent: false, methods: ['passkey', 'totp', 'recovery'] })
    await completed(here, { ...login, code: app.code() }, paper)

    const fieldsOf = async () => Object.keys((await enterByPasskey(here.browser(), authenticator)).body).sort()
    expect(await fieldsOf()).toEqual(paper.passkeyOfVerified)
    await here.sql(`UPDATE accounts SET verified_at = NULL`)
    expect(await fieldsOf()).toEqual(paper.passkeyOfUnverified)
  })
})

const MODES = ['off', 'existing', 'anybody'] as const
const flags = [true, false]
const mailed = MODES.flatMap((mode) =>
  flags.flatMap((passwords) => flags.flatMap((isPublic) => flags.map((second) => [mode, passwords, isPublic, second] as const))),
)

describe.each(mailed)('EMAIL_SIGN_IN=%s, ENABLE_EMAIL_PASSWORD=%s, ALLOW_PUBLIC=%s, REQUIRE_EMAIL_2FA=%s', (...row) => {
  const [mode, passwords, isPublic, second] = row
  const env = {
    EMAIL_SIGN_IN: mode,
    ENABLE_EMAIL_PASSWORD: String(passwords),
    ALLOW_PUBLIC: String(isPublic),
    REQUIRE_EMAIL_2FA: String(second),
  }
  const isRefused = second && !passwords

  it('starts, or refuses to start, as written', () => {
    const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://id.example.com', SECRET: 'x'.repeat(32), ...env }
    const paper = isRefused ? ['REQUIRE_EMAIL_2FA'] : []
    expect(complaintsAbout({ ...production, SMTP_URL: 'smtp://mail.example.com' })).toEqual(paper)
    const needMail = [...(mode === 'off' ? [] : ['EMAIL_SIGN_IN']), ...(second ? ['REQUIRE_EMAIL_2FA'] : [])]
    const said = complaintsAbout({ ...production, DISABLE_ADMIN_TWO_FACTOR: 'true' })
    expect(new Set(said)).toEqual(new Set([...needMail, ...paper]))
  })

  it.skipIf(isRefused)('answers the login, the request for a code and the code as written', async () => {
    const here = await world({ withMail: true, env })
    const login = await here.browser().post('/auth/login', { email: 'nobody@example.com', password: PASSWORD })
    expect(login.status).toBe(passwords || mode === 'off' ? 401 : 405)
    const visitor = here.browser()
    const asked = await visitor.post('/auth/code/request', { email: 'new@example.com' })
    expect([asked.status, namesOf(asked)]).toEqual(mode === 'off' ? [405, []] : [200, ['_sign_in_code']])
    if (mode === 'off') return
    const { code } = await here.mail.newest('new@example.com')
    const entered = await visitor.post('/auth/code/verify', { code })
    const makes = mode === 'anybody' && isPublic
    expect([code !== '', entered.status]).toEqual(makes ? [true, 200] : [false, 400])
    if (makes) expect(Object.keys(entered.body).sort()).toEqual(SESSION.fields)
  })
})

/** The names of the settings that stop the start. */
function complaintsAbout(env: Record<string, string>): string[] {
  try {
    loadConfig({ env, cwd: '/nonexistent' })
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.problems.map((problem) => problem.split(':')[0] ?? '')
    throw error
  }
}

interface Visit {
  readonly browser: Browser
  readonly reply: Reply
  readonly shape: Shape
  /** The newest code that was mailed, if any was. */
  readonly code: string
}

async function newcomer(here: World, url: string, body: object): Promise<Visit> {
  const browser = here.browser()
  const before = here.mail.mails.length
  const reply = await browser.post(url, body)
  const codes = here.mail.mails.slice(before).map(({ code }) => code)
  const mails = codes.map((code) => (/^\d{6}$/.test(code) ? ('two-factor' as const) : ('verification' as const)))
  const { isVerified, twoFactorEnabled } = reply.body.user ?? {}
  const shape = {
    status: reply.status,
    fields: Object.keys(reply.body).sort(),
    cookies: namesOf(reply),
    mails,
    ...(reply.body.user && { isVerified, twoFactorEnabled }),
  }
  return { browser, reply, shape, code: codes.at(-1) ?? '' }
}

/** Somebody with a fresh account, made where no switch of registration has a say, who signs in for the first time. */
async function member(here: World, url: string, who: { role: 'user' | 'admin'; isVerified: boolean }): Promise<Visit> {
  const email = `${who.role}-${who.isVerified}@example.com`
  await withEngine(here.config, (engine) =>
    createAccount(here.config, engine, { ...who, email, name: 'Old', password: PASSWORD }),
  )
  return newcomer(here, url, { email, password: PASSWORD })
}

const verifyBy = (browser: Browser, { reply, code }: Visit): Promise<Reply> =>
  browser.post('/auth/2fa/verify', { challengeId: reply.body.challengeId, code })

/** Where an answer was gated: who can complete it, without the binding cookie, with another one, and with the right one. */
async function completed(here: World, visit: Visit, { isBound }: { readonly isBound: boolean }): Promise<void> {
  if (!visit.reply.body.requiresTwoFactor) return
  const session = { status: 200, fields: ['session', 'user'], cookies: ['_2fa_challenge', '_csrf', 'app_refresh', 'app_session'] }
  const invalid = { status: 400, fields: ['error', 'message'], cookies: [] }
  const used = { ...invalid, status: 410 }
  const other = here.browser()
  other.jar.set('_2fa_challenge', 'a'.repeat(43))
  const seen = []
  for (const browser of [here.browser(), other, visit.browser]) {
    const reply = await verifyBy(browser, visit)
    seen.push({ status: reply.status, fields: Object.keys(reply.body).sort(), cookies: namesOf(reply) })
  }
  expect(seen).toEqual(isBound ? [invalid, invalid, session] : [session, used, used])
}

const namesOf = ({ setCookies }: Reply): string[] => setCookies.map((line) => line.split('=')[0] ?? '').sort()
