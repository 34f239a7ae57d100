import { describe, expect, it } from 'vitest'
import type { Browser, Reply } from '../support/browser.ts'
import { addPasskey, enterByPasskey } from '../support/factored.ts'
import type { SmtpManner } from '../support/smtp-inbox.ts'
import { SoftwareAuthenticator } from '../support/software-authenticator.ts'
import { PASSWORD, type World, world } from '../support/world.ts'

/** Every class of address that must not be told apart. */
const addresses = {
  unverified: 'unverified@example.com',
  verified: 'verified@example.com',
  banned: 'banned@example.com',
  passwordless: 'passwordless@example.com',
  french: 'reads-french@example.com',
  /** Of a domain whose people may not sign up, with an account from before and without one. */
  blockedMember: 'member@blocked.example',
  blocked: 'blocked@blocked.example',
  unknown: 'unknown@example.com',
  malformed: 'not an address',
} as const

const routes = {
  '/auth/forgot-password': [
    addresses.blockedMember,
    addresses.passwordless,
    addresses.french,
    addresses.unverified,
    addresses.verified,
  ],
  '/auth/verify-email/resend': [addresses.passwordless, addresses.french, addresses.unverified],
  '/auth/code/request': [
    addresses.blocked,
    addresses.blockedMember,
    addresses.passwordless,
    addresses.french,
    addresses.unknown,
    addresses.unverified,
    addresses.verified,
  ],
} as const
type Route = keyof typeof routes
/** Where a code makes accounts, no address may answer otherwise either. */
const doors: readonly (readonly [url: Route, mode: string])[] = [
  ...(Object.keys(routes) as Route[]).map((url) => [url, 'existing'] as const),
  ['/auth/code/request', 'anybody'],
]

/** Limits that count everything and are never reached. */
const COUNTED = {
  RATE_LIMITS: 'true',
  LIMIT_ENTRY_PER_MINUTE: '1000',
  LIMIT_MAILS_PER_MINUTE: '1000',
  LIMIT_MAILS_PER_HOUR: '1000',
}
/** Limits that the second request for an address is over. */
const REACHED = { ...COUNTED, LIMIT_MAILS_PER_MINUTE: '1', LIMIT_PASSWORD_FAILURES: '1' }

const PAST_THE_PROBE = 6000

async function everyClass(env: Record<string, string> = {}): Promise<World> {
  const here = await world({
    withMail: true,
    env: { EMAIL_SIGN_IN: 'existing', REGISTRATION_BLOCKED_DOMAINS: 'blocked.example', ...env },
  })
  const { unknown: _, malformed: __, blocked: ___, blockedMember, ...known } = addresses
  for (const email of Object.values(known)) await here.signedUp(email)
  await here.signedUp('member@example.com')
  await here.sql(`UPDATE accounts SET email = ?, verified_at = 1, mailbox_proved_at = 1 WHERE email = 'member@example.com'`, [
    blockedMember,
  ])
  await here.sql(`UPDATE accounts SET verified_at = 1, mailbox_proved_at = 1 WHERE email = ?`, [addresses.verified])
  await here.sql(`UPDATE accounts SET banned_at = 1 WHERE email = ?`, [addresses.banned])
  await here.sql(`UPDATE accounts SET password_hash = NULL WHERE email = ?`, [addresses.passwordless])
  await here.sql(`UPDATE accounts SET language = 'fr' WHERE email = ?`, [addresses.french])
  return here
}

interface Seen {
  readonly answer: unknown
  readonly hashes: number
  /** What the database was asked until the answer, in order. */
  readonly statements: readonly string[]
}

const visible = ({ status, text, headers }: Reply) => {
  const { 'x-request-id': _, date: __, 'set-cookie': cookies, ...rest } = headers
  return { status, text, headers: rest, cookies: String(cookies).replace(/(?<=_sign_in_code=)[\w-]{43}/, 'a token') }
}

async function ask(
  { browser, statements, hasher }: World,
  url: string,
  email: string,
  password?: string,
  visitor = browser(),
): Promise<Seen> {
  const [asked, hashed] = [statements().length, hasher.calls]
  const answer = visible(await visitor.post(url, { email, password }))
  return { answer, statements: statements().slice(asked), hashes: hasher.calls - hashed }
}

/**
 * Looking for due mail, and noting every few seconds who was active, is no work for anybody in particular; sending a mail is, and must
 * not come before the answer.
 */
const isBackground = (statement: string): boolean => /^SELECT id FROM outbox|\blast_active_at\b|\bday_counters\b/.test(statement)
const isDelivery = (statement: string): boolean => statement.startsWith('UPDATE outbox')

async function expectAlike(
  here: World,
  url: string,
  settle: () => Promise<void>,
  password?: string,
  visitor?: Browser,
): Promise<Seen> {
  const seen: Seen[] = []
  for (const email of Object.values(addresses)) {
    const one = await ask(here, url, email, password, visitor)
    expect(one.statements.filter(isDelivery), email).toEqual([])
    seen.push({ ...one, statements: one.statements.filter((statement) => !isBackground(statement)) })
    await settle()
  }
  const [first, ...others] = seen
  if (!first) throw new Error('unreachable')
  for (const one of others) expect(one).toEqual(first)
  expect(first.hashes).toBe(password === undefined ? 0 : Number(isCompared(first)))
  return first
}

/** A password is compared once, unless the address has to wait: then nobody's is. */
const isCompared = ({ answer }: Seen): boolean => (answer as Reply).status !== 429

const mailsOf = ({ statements }: Seen): number => statements.filter((text) => text.startsWith('INSERT INTO outbox')).length

/** As far as a delivery gets when the mail server hangs: somebody is at it. */
const taken = async ({ sql }: World): Promise<void> =>
  expect
    .poll(async () => {
      const open = await sql(`SELECT attempts FROM outbox WHERE done_at IS NULL`)
      return open.length === 0 || open.some(({ attempts }) => attempts !== 0)
    })
    .toBe(true)

const recipients = ({ mail }: World): string[] => mail.mails.flatMap((one) => one.recipients).sort()
const states: readonly (SmtpManner | 'is away')[] = ['accepts', 'is away', 'hangs at the greeting', 'rejects the recipient']

/** Answers the same whether or not a mail may go for now. */
const isQuiet = (url: Route): boolean => url === '/auth/code/request'

describe.each(doors)('POST %s, EMAIL_SIGN_IN=%s', (url, mode) => {
  const classes = (env = {}) => everyClass({ EMAIL_SIGN_IN: mode, ...env })

  it.each(states)('answers all addresses alike, with the same work, when the mail server %s', async (state) => {
    const here = await classes()
    if (state === 'is away') await here.mail.goAway()
    else here.mail.treat(state)
    here.clock.advance(PAST_THE_PROBE)
    const { answer } = await expectAlike(here, url, () => (state === 'hangs at the greeting' ? taken(here) : here.outbox.idle()))

    const isTold = url === '/auth/forgot-password' && ['is away', 'hangs at the greeting'].includes(state)
    expect(answer).toMatchObject({ status: isTold ? 500 : 200 })
    expect(recipients(here)).toEqual(state === 'accepts' ? routes[url] : [])
  })

  it('counts requests for all addresses alike, with the same work, and writes one mail or decoy for each', async () => {
    const here = await classes(COUNTED)
    const seen = await expectAlike(here, url, () => here.outbox.idle())
    expect([seen.answer, mailsOf(seen)]).toMatchObject([{ status: 200 }, 1])
    expect(recipients(here)).toEqual(routes[url])
  })

  it('answers the second request within a minute alike, with the same work, and sends no mail', async () => {
    const here = await classes(REACHED)
    await expectAlike(here, url, () => here.outbox.idle())
    const seen = await expectAlike(here, url, () => here.outbox.idle())
    expect([seen.answer, mailsOf(seen)]).toMatchObject(isQuiet(url) ? [{ status: 200 }, 1] : [{ status: 429 }, 0])
    expect(recipients(here)).toEqual(routes[url])
  })

  it('answers alike while a probe is good and the mail server has gone since, and after', async () => {
    const here = await classes()
    await expectAlike(here, url, () => here.outbox.idle())
    await here.mail.goAway()
    expect((await expectAlike(here, url, () => here.outbox.idle())).answer).toMatchObject({ status: 200 })
    here.clock.advance(PAST_THE_PROBE)
    const { answer } = await expectAlike(here, url, () => here.outbox.idle())
    expect(answer).toMatchObject({ status: url === '/auth/forgot-password' ? 500 : 200 })
  })

  it('does not wait for delivery', async () => {
    const here = await classes()
    here.mail.treat('hangs in DATA')
    expect((await ask(here, url, addresses.unverified)).answer).toMatchObject({ status: 200 })
    await expect.poll(() => here.mail.offered.length).toBe(1)
    expect((await ask(here, url, addresses.banned)).answer).toMatchObject({ status: 200 })
    expect(here.mail.mails).toEqual([])
    expect(await here.sql(`SELECT id FROM outbox WHERE done_at IS NULL`)).toHaveLength(1)
  })
})

describe.each(['/auth/login', '/auth/admin/login'])('POST %s', (url) => {
  const WRONG = 'wrong horse 1'
  const settled = () => Promise.resolve()

  it.each([
    ['are off', {}],
    ['count', COUNTED],
  ])('refuses a wrong password for all addresses alike, with one hash and the same work, while limits %s', async (_, env) => {
    const here = await everyClass(env)
    const seen = await expectAlike(here, url, settled, WRONG)
    expect([seen.answer, mailsOf(seen)]).toMatchObject([{ status: 401 }, 0])
  })

  it.each([
    ['known to an account of another', 401, 1, COUNTED],
    ['known to an account of another, once there were too many', 429, 2, REACHED],
  ])('refuses a wrong password for all addresses alike in a browser that is %s', async (_, status, looks, env) => {
    const here = await everyClass(env)
    const visitor = await here.signedUp('visitor@example.com')
    if (status === 429) await expectAlike(here, url, settled, WRONG, visitor)
    const seen = await expectAlike(here, url, settled, WRONG, visitor)
    expect(seen.answer).toMatchObject({ status })
    expect(seen.statements.filter((text) => text.includes('FROM devices'))).toHaveLength(looks)
  })

  it('makes all addresses wait alike, with no hash and the same work', async () => {
    const here = await everyClass(REACHED)
    await expectAlike(here, url, settled, WRONG)
    expect(await expectAlike(here, url, settled, WRONG)).toMatchObject({ answer: { status: 429 }, hashes: 0 })
  })

  it('refuses a password that cannot be one alike, with the same work', async () => {
    const here = await everyClass(COUNTED)
    for (const password of ['', '\ud800 horse 1', 'x'.repeat(5000)]) {
      expect((await expectAlike(here, url, settled, password)).answer).toMatchObject({ status: 401 })
    }
  })
})

describe('POST /auth/code/verify', () => {
  it.each([
    ['are off', {}],
    ['count', COUNTED],
    ['count, and codes make accounts', { ...COUNTED, EMAIL_SIGN_IN: 'anybody' }],
  ])('refuses wrong codes for all addresses alike, with the same work, while limits %s', async (_, env) => {
    const here = await everyClass(env)
    const seen = []
    for (const email of Object.values(addresses)) {
      const visitor = here.browser()
      await visitor.post('/auth/code/request', { email })
      await here.outbox.idle()
      const asked = here.statements().length
      for (let n = 0; n < 6; n++) seen.push([n, visible(await visitor.post('/auth/code/verify', { code: '0000-0000' }))])
      seen.push(
        here
          .statements()
          .slice(asked)
          .filter((statement) => !isBackground(statement)),
      )
    }
    const one = seen.slice(0, 7)
    expect(seen).toEqual(Object.keys(addresses).flatMap(() => one))
    expect(one[5]).toMatchObject([5, { status: 400 }])
  })
})

describe('POST /auth/passkey/options', () => {
  it('answers every browser alike but for challenge and state, and asks the database nothing', async () => {
    const here = await world()
    const owner = await here.signedUp()
    await addPasskey(owner)
    const without = await here.signedUp('eve@example.com')
    const seen: unknown[] = []
    for (const browser of [here.browser(), owner, without, owner.clone()]) {
      browser.jar.delete('_passkey')
      const asked = here.statements().length
      const { status, body, headers } = await browser.post('/auth/passkey/options', { email: 'ada@example.com' })
      expect(here.statements().slice(asked)).toEqual([])
      expect([body.state.length, body.options.challenge.length]).toEqual([expect.any(Number), 43])
      const { 'x-request-id': _, date: __, 'set-cookie': cookies, ...rest } = headers
      const shape = String(cookies).replace(/_passkey=[\w-]{43}/, '')
      seen.push({ status, rest, shape, length: body.state.length, options: { ...body.options, challenge: '' } })
    }
    for (const one of seen) expect(one).toEqual(seen[0])
    expect(seen[0]).not.toHaveProperty('options.allowCredentials')
  })
})

describe('POST /auth/passkey/login', () => {
  /** Passkeys that no account has, for whatever reason: none of them tells whether it ever had. */
  it('refuses a passkey of nobody alike, whether it was removed, its account deleted, or it never was one', async () => {
    const here = await world()
    const keeper = await here.signedUp('keeper@example.com')
    const removed = await addPasskey(keeper)
    await keeper.delete(`/auth/passkeys/${removed.id}`)
    const leaver = await here.signedUp('leaver@example.com')
    const deleted = await addPasskey(leaver)
    await leaver.delete('/auth/account', { password: PASSWORD })
    const strange = new SoftwareAuthenticator()
    strange.register((await keeper.post('/auth/passkeys/options')).body.options)
    const seen = []
    for (const authenticator of [removed.authenticator, deleted.authenticator, strange]) {
      const asked = here.statements().length
      const reply = await enterByPasskey(here.browser(), authenticator)
      seen.push({ answer: visible(reply), statements: here.statements().slice(asked) })
    }
    for (const one of seen) expect(one).toEqual(seen[0])
    expect(seen[0]?.answer).toMatchObject({ status: 401 })
    expect(seen[0]?.answer.text).toContain('passkey_unknown')
  })

  it('tells of a ban only whoever holds the passkey', async () => {
    const here = await world()
    const { authenticator } = await addPasskey(await here.signedUp())
    await here.sql(`UPDATE accounts SET banned_at = 1`)
    const forged = await enterByPasskey(here.browser(), authenticator, { signature: 'of another key' })
    expect(forged).toMatchObject({ status: 401, body: { error: 'passkey_refused' } })
    expect(await enterByPasskey(here.browser(), authenticator)).toMatchObject({ status: 403, body: { error: 'user_banned' } })
  })
})
