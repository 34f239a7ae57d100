import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, inject, it } from 'vitest'
import type { Browser, Reply } from '../support/browser.ts'
import { askedAsOwner } from '../support/by-mail.ts'
import { endpointList } from '../support/endpoint-list.ts'
import { addPasskey, enterByPasskey } from '../support/factored.ts'
import { invited } from '../support/invited.ts'
import { EMAIL, limited } from '../support/limited.ts'
import { oauthWorld } from '../support/oauth-world.ts'
import { organised } from '../support/organised.ts'
import { PageVisitor } from '../support/page-visitor.ts'
import { PASSWORD, type World, world } from '../support/world.ts'

const DAY = 86_400_000
const ON = { RATE_LIMITS: 'true', LIMIT_ENTRY_PER_MINUTE: '1000', LIMIT_MAILS_PER_MINUTE: '1000' }
const credentials = { email: EMAIL, password: PASSWORD }
const COOKIE = /^_device=[\w-]{43}; Max-Age=34560000; Path=\/; SameSite=Lax; HttpOnly$/

const deviceLine = ({ setCookies }: Reply): string | undefined => setCookies.find((line) => line.startsWith('_device='))
const rows = ({ sql }: Pick<World, 'sql'>) => sql(`SELECT * FROM devices ORDER BY created_at, id`)
const signIn = (browser: Browser, email = EMAIL): Promise<Reply> => browser.post('/auth/login', { email, password: PASSWORD })

interface Issued {
  readonly here: Pick<World, 'sql'>
  readonly reply: Reply
}

/** Every way to a session, by route, up to the answer that issues it. */
const ways: Readonly<Record<string, (env: Record<string, string>) => Promise<Issued>>> = {
  async 'POST /auth/register'(env) {
    const here = await world({ env })
    return { here, reply: await here.browser().post('/auth/register', { ...credentials, name: 'Ada' }) }
  },
  async 'POST /auth/login'(env) {
    const here = await world({ env })
    await here.signedUp()
    await here.sql(`DELETE FROM devices`)
    return { here, reply: await signIn(here.browser()) }
  },
  async 'POST /auth/admin/login'(env) {
    const here = await world({ env: { DISABLE_ADMIN_TWO_FACTOR: 'true', ...env } })
    await here.signedUp()
    await here.sql(`UPDATE accounts SET role = 'admin'`)
    await here.sql(`DELETE FROM devices`)
    return { here, reply: await here.browser().post('/auth/admin/login', credentials) }
  },
  async 'POST /auth/code/verify'(env) {
    const { sql, enter } = await askedAsOwner({ env })
    await sql(`DELETE FROM devices`)
    return { here: { sql }, reply: await enter() }
  },
  async 'POST /auth/verify-email'(env) {
    const here = await world({ withMail: true, env: { REQUIRE_EMAIL_VERIFICATION: 'true', ...env } })
    const visitor = here.browser()
    const pending = await visitor.post('/auth/register', { ...credentials, name: 'Ada' })
    expect(pending.setCookies).toEqual([])
    expect((await signIn(visitor)).setCookies).toEqual([])
    expect(await rows(here)).toEqual([])
    return { here, reply: await visitor.post('/auth/verify-email', { code: (await here.mail.newest(EMAIL)).code }) }
  },
  async 'POST /auth/invite/register'(env) {
    const here = await invited(env)
    await here.sql(`DELETE FROM devices`)
    return { here, reply: await here.browser().post('/auth/invite/register', here.form) }
  },
  async 'POST /auth/orgs/invites/register'(env) {
    const here = await organised(env)
    const { browser: owner } = await here.join('olga')
    const { body: org } = await owner.post('/auth/orgs', { name: 'Acme' })
    await owner.post(`/auth/orgs/${org.id}/invites`, { email: EMAIL, role: 'member' })
    const { code } = await here.mail.newest(EMAIL)
    await here.sql(`DELETE FROM devices`)
    const form = { code, name: 'Ada', password: PASSWORD, confirmPassword: PASSWORD }
    return { here, reply: await here.browser().post('/auth/orgs/invites/register', form) }
  },
  async 'POST /auth/2fa/verify'(env) {
    const here = await world({ withMail: true, env: { REQUIRE_EMAIL_2FA: 'true', ...env } })
    const visitor = here.browser()
    const gated = await visitor.post('/auth/register', { ...credentials, name: 'Ada' })
    expect(deviceLine(gated)).toBeUndefined()
    expect(await rows(here)).toEqual([])
    const { code } = await here.mail.newest(EMAIL)
    return { here, reply: await visitor.post('/auth/2fa/verify', { challengeId: gated.body.challengeId, code }) }
  },
  async 'POST /auth/passkey/login'(env) {
    const here = await world({ env })
    const { authenticator } = await addPasskey(await here.signedUp())
    await here.sql(`DELETE FROM devices`)
    return { here, reply: await enterByPasskey(here.browser(), authenticator) }
  },
  async 'POST /auth/oauth/sign-up'(env) {
    const DATA_FIELDS = JSON.stringify({ company: { type: 'text', access: 'owner', atSignUp: 'required' } })
    const here = await oauthWorld({ env: { DATA_FIELDS, ...env } })
    const visitor = here.browser()
    await here.signIn(visitor)
    return { here, reply: await visitor.post('/auth/oauth/sign-up', { data: { company: 'Acme' } }) }
  },
  async 'GET /auth/oauth/{provider}/callback'(env) {
    const here = await oauthWorld({ env })
    return { here, reply: await here.signIn(here.browser()) }
  },
}

describe.each(Object.entries(ways))('%s', (_route, issue) => {
  it('gives the browser a device cookie with the session, and notes it with the account', async () => {
    const { here, reply } = await issue(ON)
    expect(deviceLine(reply)).toMatch(COOKIE)
    expect(await rows(here)).toMatchObject([{ user_agent: 'TestBrowser/1.0' }])
  })

  it('does neither while nothing needs it', async () => {
    const { here, reply } = await issue({ RATE_LIMITS: 'false' })
    expect(reply.setCookies.length).toBeGreaterThan(2)
    expect(deviceLine(reply)).toBeUndefined()
    expect(await rows(here)).toEqual([])
  })
})

it('are all the routes that issue a session', () => {
  const answered = endpointList.filter(
    ({ route, reply }) => /^POST/.test(route) && /"sessionToken|"user".*"session":/.test(JSON.stringify(reply)),
  )
  expect(answered.map(({ route }) => route).sort()).toEqual(
    Object.keys(ways)
      .filter((route) => route.startsWith('POST'))
      .sort(),
  )
})

describe('the device cookie', () => {
  it('is given by the pages, too', async () => {
    const here = await limited()
    await here.signedUp()
    const visitor = new PageVisitor(here.browser())
    await visitor.open('/sign-in')
    await visitor.submit('signIn', credentials)
    expect(visitor.browser.jar.get('_device')).toMatch(/^[\w-]{43}$/)
  })

  it('is Secure on https, and has the name that is set', async () => {
    const env = { PUBLIC_URL: 'https://id.example.com', DEVICE_COOKIE_NAME: 'browser' }
    const here = await limited(env)
    const reply = await here.browser().post('/auth/register', { ...credentials, name: 'Ada' })
    expect(reply.setCookies.find((line) => line.startsWith('__Host-browser='))).toMatch(/; SameSite=Lax; Secure; HttpOnly$/)
    expect(deviceLine(reply)).toBeUndefined()
  })

  it('is given with a session only, and stays when that ends', async () => {
    const here = await limited()
    const ada = await here.signedUp()
    const device = ada.jar.get('_device')
    const wrong = await here.browser().post('/auth/login', { ...credentials, password: 'wrong horse 1' })
    const others = [await ada.get('/auth/me'), await ada.post('/auth/refresh'), await ada.get('/auth/csrf-token'), wrong]
    others.push(await ada.post('/auth/logout'))
    expect(others.map(deviceLine)).toEqual([undefined, undefined, undefined, undefined, undefined])
    expect(ada.jar.get('_device')).toBe(device)
  })

  it('is kept when it is genuine, whichever account signs in', async () => {
    const here = await limited()
    const ada = await here.signedUp()
    const device = ada.jar.get('_device')
    await here.signedUp('eve@example.com')
    for (const email of [EMAIL, 'eve@example.com', EMAIL]) {
      expect(deviceLine(await signIn(ada, email))).toMatch(new RegExp(`^_device=${device}; Max-Age=34560000;`))
    }
  })

  it.each([
    ['made up', () => 'A'.repeat(43)],
    ['changed in one letter', (device: string) => `${device.startsWith('A') ? 'B' : 'A'}${device.slice(1)}`],
    ['cut', (device: string) => device.slice(0, -1)],
    ['empty', () => ''],
    ['there twice', (device: string) => `${device}; _device=${device}`],
  ])('is replaced when it is %s', async (_, change) => {
    const here = await limited()
    const ada = await here.signedUp()
    const presented = change(ada.jar.get('_device') ?? '')
    const stranger = here.browser()
    stranger.jar.set('_device', presented)
    const reply = await signIn(stranger)
    expect(deviceLine(reply)).toMatch(COOKIE)
    for (const old of [ada.jar.get('_device') ?? '', presented]) {
      expect(stranger.jar.get('_device')?.slice(0, 21)).not.toBe(old.slice(0, 21))
    }
    expect(await rows(here)).toHaveLength(2)
  })

  it('is genuine under both secrets while one is replaced, and is then made with the new one', async () => {
    const [old, fresh] = ['an old secret for tests, of 32 bytes', 'a new secret for tests, of 32 bytes']
    const here = await limited({ SECRET: old })
    const ada = await here.signedUp()
    const before = ada.jar.get('_device') ?? ''
    const both = await limited({ SECRET: fresh, PREVIOUS_SECRET: old }, here.database.url)
    const after = await limited({ SECRET: fresh }, here.database.url)
    const meet = async (there: World, device: string): Promise<string> => {
      const browser = there.browser()
      browser.jar.set('_device', device)
      await signIn(browser)
      return browser.jar.get('_device') ?? ''
    }
    const renewed = await meet(both, before)
    expect(renewed).not.toBe(before)
    expect(await meet(after, renewed)).toBe(renewed)
    expect(await rows(here)).toHaveLength(1) // it has been the same browser all the while
    await meet(after, before)
    expect(await rows(here)).toHaveLength(2)
  })

  it('is in no table and no log', async () => {
    const here = await limited()
    const ada = await here.signedUp()
    await signIn(ada)
    const device = ada.jar.get('_device') ?? ''
    const own = Buffer.from(device, 'base64url').subarray(0, 16)
    const files =
      inject('engine') === 'sqlite'
        ? readdirSync(here.database.directory).map((file) => readFileSync(path.join(here.database.directory, file), 'latin1'))
        : []
    const text = [JSON.stringify(await rows(here)), here.logged(), ...files].join('\n')
    expect(text).toContain('TestBrowser')
    for (const secret of [device, own.toString('base64url'), own.toString('hex')]) expect(text).not.toContain(secret)
  })
})

describe('the devices of an account', () => {
  it('are one row for each browser, which says when it was seen first and last', async () => {
    const here = await limited()
    const ada = await here.signedUp()
    const start = here.clock.now()
    here.clock.advance(DAY)
    const newer = { headers: { 'user-agent': 'TestBrowser/2.0' } }
    await ada.post('/auth/login', credentials, newer)
    const other = here.browser()
    await signIn(other)
    expect(await rows(here)).toMatchObject([
      { created_at: start, last_seen_at: start + DAY, user_agent: 'TestBrowser/2.0' },
      { created_at: start + DAY, last_seen_at: start + DAY, user_agent: 'TestBrowser/1.0' },
    ])
  })

  it('have nothing in common with those of another account in the same browser', async () => {
    const here = await limited()
    const browser = await here.signedUp()
    await browser.post('/auth/register', { email: 'eve@example.com', password: PASSWORD, name: 'Eve' })
    const [one, other] = await rows(here)
    expect(one?.['account_id']).not.toBe(other?.['account_id'])
    expect(one?.['hash']).not.toBe(other?.['hash'])
    expect(one?.['id']).not.toBe(other?.['id'])
  })

  it('are fifty at most: the one that was unseen for longest goes', async () => {
    const here = await limited()
    const first = await here.signedUp()
    const second = here.browser()
    await signIn(second)
    for (let n = 0; n < 48; n++) {
      here.clock.advance(1000)
      await signIn(here.browser())
    }
    await signIn(first) // seen again, so it is the second that goes
    const known = async () => (await rows(here)).map((row) => row['id'])
    const before = await known()
    expect(before).toHaveLength(50)
    await signIn(here.browser())
    const after = await known()
    expect(after).toHaveLength(50)
    expect(before.filter((id) => !after.includes(id))).toEqual([before[1]])
  })

  it('go 400 days after they were last seen, and with the account', async () => {
    const here = await limited()
    const ada = await here.signedUp()
    await here.signedUp('eve@example.com')
    here.clock.advance(300 * DAY)
    await signIn(ada)
    here.clock.advance(100 * DAY)
    await here.purge.run()
    expect(await rows(here)).toHaveLength(2)
    here.clock.advance(1)
    await here.purge.run()
    expect(await rows(here)).toHaveLength(1)
    await signIn(ada)
    await ada.delete('/auth/account', { password: PASSWORD })
    expect(await rows(here)).toEqual([])
  })

  it('are not noted when the sign-in fails after all', async () => {
    const here = await limited()
    await here.signedUp()
    await here.sql(`DELETE FROM devices`)
    await here.sql(`UPDATE accounts SET banned_at = 1`)
    expect((await signIn(here.browser())).status).toBe(403)
    expect(await rows(here)).toEqual([])
  })
})
