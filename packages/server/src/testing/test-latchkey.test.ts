import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { atEnd, shared } from '../../test/support/shared.ts'
import type { createLatchkey as declared, TestLatchkey, TestSettings } from '../../types/index.d.ts'
import { createLatchkey } from '../in-process.ts'

const DAY_MS = 86_400_000

/** As its types say, which are written by hand. */
const create: typeof declared = createLatchkey

async function testing(settings: Partial<TestSettings> = {}) {
  const latchkey = await create({ testing: true, ...settings })
  atEnd(latchkey.close)
  return latchkey
}

/** Calls by HTTP, as those of a test would: with the headers that it was given. */
async function call(
  { url, fetch }: TestLatchkey,
  route: string,
  { headers = {}, body }: { headers?: object; body?: object } = {},
) {
  const [method = '', path = ''] = route.split(' ')
  const sent = { origin: url, ...(body && { 'content-type': 'application/json' }), ...headers }
  const answer = await fetch(new Request(url + path, { method, headers: sent, ...(body && { body: JSON.stringify(body) }) }))
  const cookie = answer.headers.getSetCookie().map((line) => line.split(';')[0])
  return { status: answer.status, body: await answer.json(), headers: { cookie: cookie.join('; ') } }
}

const ownDirectories = (): string[] => readdirSync(tmpdir()).filter((name) => name.startsWith('latchkey-testing-'))

/** Never called: the compiler reads it. */
export async function compiled({ signedIn }: TestLatchkey): Promise<unknown[]> {
  const plain = await create({})
  return [
    // @ts-expect-error: it has a database of its own
    create({ testing: true, storage: { url: 'file:mine.db' } }),
    // @ts-expect-error: there is no such role
    signedIn({ role: 'king' }),
    // @ts-expect-error: there is no such factor
    signedIn({ factors: ['sms'] }),
    // @ts-expect-error: no field has such values
    signedIn({ data: { plan: { name: 'pro' } } }),
    // @ts-expect-error: one for real accounts signs nobody in
    plain.signedIn(),
  ]
}

describe('a Latchkey for tests', () => {
  const latchkey = shared(() => testing({ organisations: { enabled: true } }))
  const get = (path: string, headers: object) => call(latchkey(), `GET ${path}`, { headers })
  const post = (path: string, body: object, headers: object = {}) => call(latchkey(), `POST ${path}`, { headers, body })

  it('signs in somebody new, in one call', async () => {
    const { user, cookies, headers } = await latchkey().signedIn()
    expect(user).toMatchObject({ email: expect.stringContaining('@example.com'), role: 'user', isVerified: true })
    expect(await latchkey().verify(headers)).toMatchObject({ user, secondFactorAt: null })
    expect((await get('/auth/me', headers)).body).toMatchObject({ email: user.email })
    expect(cookies.map(({ name }) => name)).toEqual(expect.arrayContaining(['app_session', 'app_refresh']))
    expect(cookies[0]).toMatchObject({ domain: 'localhost', path: '/', httpOnly: true, secure: false, sameSite: 'Lax' })
    expect(headers.cookie).toBe(cookies.map(({ name, value }) => `${name}=${value}`).join('; '))
    const { user: other } = await latchkey().signedIn()
    expect(other.email).not.toBe(user.email)
  })

  it('signs in somebody who is there, also one who has signed up, with the password of its accounts', async () => {
    const { user, password } = await latchkey().signedIn({ email: 'Grace@Example.com' })
    expect(user).toMatchObject({ email: 'grace@example.com', name: 'grace' })
    const again = await latchkey().signedIn({ email: 'grace@example.com' })
    expect(again.user.id).toBe(user.id)
    expect(again.headers).not.toEqual(expect.objectContaining({ cookie: '' }))
    expect((await post('/auth/login', { email: user.email, password })).status).toBe(200)
    const typed = { email: 'ada@example.com', password: 'correct horse 1', name: 'Ada' }
    expect((await post('/auth/register', typed)).status).toBe(201)
    expect(await latchkey().signedIn({ email: typed.email })).toMatchObject({ user: { name: 'Ada' }, password: undefined })
  })

  it('gives an administrator a session that passes their routes, and wants no further proof', async () => {
    const { headers } = await latchkey().signedIn({ role: 'admin', email: 'root@example.com' })
    expect((await get('/admin/users', headers)).status).toBe(200)
    expect((await get('/auth/step-up', headers)).body.elevatedUntil).not.toBeNull()
    const user = await latchkey().signedIn()
    expect((await get('/admin/users', user.headers)).body.error).toBe('forbidden')
    const promoted = await latchkey().signedIn({ email: user.user.email, role: 'admin' })
    expect(promoted.user.role).toBe('admin')
  })

  it('gives an account the mailed factor, which is asked for at its next sign-in', async () => {
    const { user, password, headers } = await latchkey().signedIn({ factors: ['email'] })
    expect(user.twoFactorEnabled).toBe(true)
    expect((await get('/auth/factors', headers)).body).toMatchObject({ methods: ['email'], email: { enabled: true } })
    const { body, headers: begun } = await post('/auth/login', { email: user.email, password })
    expect(body).toMatchObject({ requiresTwoFactor: true, codeSent: true })
    const code = await latchkey().lastCode(user.email)
    const entered = await post('/auth/2fa/verify', { challengeId: body.challengeId, code }, begun)
    expect([entered.status, entered.body.user.email]).toEqual([200, user.email])
  })

  it('gives an account second factors that work, in a session that has passed the strongest', async () => {
    const { user, password, headers, totp, recoveryCodes } = await latchkey().signedIn({ factors: ['totp'] })
    expect(user.twoFactorEnabled).toBe(true)
    expect((await latchkey().verify(headers)).secondFactorAt).not.toBeNull()
    expect((await get('/auth/factors', headers)).body).toMatchObject({ methods: ['totp', 'recovery'] })
    const enter = async (proof: object) => {
      const begun = await post('/auth/login', { email: user.email, password })
      return post('/auth/2fa/verify', { challengeId: begun.body.challengeId, ...proof }, begun.headers)
    }
    expect((await enter({ code: totp?.code(), method: 'totp' })).status).toBe(200)
    expect((await enter({ code: recoveryCodes?.[0], method: 'recovery' })).status).toBe(200)
    await latchkey().advance(30_000)
    const again = await latchkey().signedIn({ email: user.email })
    expect(again).toMatchObject({ totp: { secret: totp?.secret }, recoveryCodes: undefined })
    expect((await latchkey().verify(again.headers)).secondFactorAt).not.toBeNull()
    expect((await enter({ code: again.totp?.code(), method: 'totp' })).status).toBe(200)
  })

  it('makes and joins organisations, which the session is then about', async () => {
    const owner = await latchkey().signedIn({ org: { slug: 'acme', name: 'Acme Ltd' } })
    expect(owner.org).toMatchObject({ slug: 'acme', name: 'Acme Ltd', role: 'owner' })
    expect(owner.user.orgOwnerCount).toBe(1)
    expect((await get('/auth/orgs/active', owner.headers)).body.organisation).toMatchObject({ id: owner.org?.id })
    expect((await latchkey().signedIn({ org: { slug: 'acme' } })).org?.role).toBe('member')
    const admin = await latchkey().signedIn({ org: { slug: 'other', role: 'admin' } })
    expect((await get(`/auth/orgs/${admin.org?.id}`, admin.headers)).body).toMatchObject({ role: 'admin', ownerCount: 1 })
    await expect(latchkey().signedIn({ email: owner.user.email, org: { slug: 'acme', role: 'admin' } })).rejects.toThrow(
      'only owner',
    )
    const heir = await latchkey().signedIn({ org: { slug: 'acme', role: 'owner' } })
    expect(heir.org?.role).toBe('owner')
    const same = await latchkey().signedIn({ email: owner.user.email, org: { slug: 'acme', role: 'admin' } })
    expect([same.org?.role, same.user.orgOwnerCount]).toEqual(['admin', 0])
    const second = await latchkey().signedIn({ email: owner.user.email, org: { slug: 'second' } })
    expect((await get('/auth/orgs/active', second.headers)).body.organisation).toMatchObject({ slug: 'second' })
    expect((await get('/auth/orgs/active', owner.headers)).body.organisation).toMatchObject({ slug: 'acme' })
  })
})

describe('the data of an account in a Latchkey for tests', () => {
  const fields = {
    company: { type: 'text', access: 'owner', atSignUp: 'required' },
    plan: { type: 'choice', choices: ['free', 'pro'], default: 'free', access: 'app' },
    customerId: { type: 'text', access: 'private', searchable: true },
  } as const
  const latchkey = shared(() => testing({ data: { fields } }))
  const root = async () => (await latchkey().signedIn({ role: 'admin' })).headers

  it('is given beside it, of every tier, and shown to whom it is shown', async () => {
    const given = { company: 'Acme', plan: 'pro', customerId: 'c-1' }
    const { user, headers } = await latchkey().signedIn({ data: given })
    expect((await latchkey().verify(headers, { data: true })).data).toEqual({ company: 'Acme', plan: 'pro' })
    expect((await call(latchkey(), 'GET /auth/data', { headers })).body.data).toEqual({ company: 'Acme', plan: 'pro' })
    const byRoot = (path: string) => root().then((headersOfRoot) => call(latchkey(), `GET ${path}`, { headers: headersOfRoot }))
    expect((await byRoot(`/admin/users/${user.id}/data`)).body.data).toEqual(given)
    expect((await byRoot('/admin/users?data.customerId=c-1')).body.users).toMatchObject([{ id: user.id }])
  })

  it('stays where it is not named, and changes for the sessions that are there', async () => {
    const { user, headers } = await latchkey().signedIn({ data: { company: 'Acme', plan: 'pro' } })
    await latchkey().verify(headers, { data: true })
    await latchkey().signedIn({ email: user.email, data: { plan: null } })
    expect((await latchkey().verify(headers, { data: true })).data).toEqual({ company: 'Acme', plan: 'free' })
    await latchkey().signedIn({ email: user.email })
    expect((await latchkey().verify(headers, { data: true })).data).toEqual({ company: 'Acme', plan: 'free' })
  })

  it('is refused where a field does not take it, and makes no account then', async () => {
    const { signedIn } = latchkey()
    const email = 'grace@example.com'
    await expect(signedIn({ email, data: { company: 'Acme', plan: 'gold' } })).rejects.toThrow('must be one of free, pro')
    await expect(signedIn({ email, data: { size: 1 } })).rejects.toThrow('no field size')
    const { body } = await call(latchkey(), `GET /admin/users?search=${email}`, { headers: await root() })
    expect(body.users).toEqual([])
  })
})

describe('the mails of a Latchkey for tests', () => {
  const latchkey = shared(() => testing({ registration: { requireEmailVerification: true } }))
  const ada = { email: 'ada@example.com', password: 'correct horse 1', name: 'Ada' }

  it('are taken, with the code and the link that they carry, as soon as what sends them was answered', async () => {
    const { lastMail, lastCode, mails } = latchkey()
    expect((await call(latchkey(), 'POST /auth/register', { body: ada })).status).toBe(201)
    const mail = await lastMail('Ada@Example.com')
    expect(mail).toMatchObject({ to: ada.email, text: expect.stringContaining(mail.code ?? '-'), html: expect.any(String) })
    expect(mail.link).toContain(`${latchkey().url}/verify-email#code=${mail.code}`)
    expect(await lastCode(ada.email)).toBe(mail.code)
    expect((await call(latchkey(), 'POST /auth/verify-email', { body: { code: mail.code } })).status).toBe(200)
    // Nobody waits for this one, which leaves by itself.
    await call(latchkey(), 'POST /auth/forgot-password', { body: { email: ada.email } })
    expect((await mails(ada.email)).map(({ code }) => code)).toEqual([mail.code, await lastCode(ada.email)])
    await call(latchkey(), 'POST /auth/forgot-password', { body: { email: 'nobody@example.com' } })
    expect(await mails('nobody@example.com')).toEqual([])
  })

  it('are waited for where the request is still on its way', async () => {
    const newest = latchkey().lastCode('grace@example.com')
    await call(latchkey(), 'POST /auth/register', { body: { ...ada, email: 'grace@example.com' } })
    expect((await call(latchkey(), 'POST /auth/verify-email', { body: { code: await newest } })).status).toBe(200)
  })
})

describe('the time of a Latchkey for tests', () => {
  it('is moved, and what is due by then is done', async () => {
    const latchkey = await testing({ sessions: { ttl: '1h', refreshTtl: '2d' } })
    const { user, headers } = await latchkey.signedIn()
    await call(latchkey, 'POST /auth/resend-verification', { headers })
    const addressed = async () => {
      const { body } = await call(latchkey, 'GET /admin/audit-logs?limit=100', await latchkey.signedIn({ role: 'admin' }))
      return body.events.filter(({ ip }: { ip: string }) => ip !== '').length
    }
    await latchkey.advance(DAY_MS)
    expect(await latchkey.verify(headers)).toMatchObject({ user: null })
    expect((await call(latchkey, 'GET /auth/me', { headers })).body).toMatchObject({ id: user.id })
    await latchkey.advance(3 * DAY_MS)
    expect((await call(latchkey, 'GET /auth/me', { headers })).status).toBe(401)
    expect(await addressed()).toBeGreaterThan(4)
    await latchkey.advance(500 * DAY_MS)
    expect(await addressed()).toBeLessThan(5)
    for (const ms of [-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY])
      await expect(latchkey.advance(ms)).rejects.toThrow('a whole number')
  })
})

describe('reset()', () => {
  it('leaves nothing of what was done, and a service that goes on', async () => {
    const latchkey = await testing({
      limits: { enabled: true, entryPerMinute: 2, generalPerMinute: 20 },
      organisations: { enabled: true },
    })
    const before = await latchkey.signedIn({ email: 'ada@example.com', role: 'admin', factors: ['totp'], org: { slug: 'acme' } })
    await latchkey.verify(before.headers)
    const login = async () =>
      (await call(latchkey, 'POST /auth/login', { body: { email: 'ada@example.com', password: 'wrong' } })).status
    await latchkey.signedIn({ email: (await latchkey.signedIn()).user.email, role: 'admin' }) // who is told of it
    expect([await login(), await login(), await login()]).toEqual([401, 401, 429])
    for (let asked = 0; asked < 20; asked++) await call(latchkey, 'GET /auth/check')
    expect((await call(latchkey, 'GET /auth/check')).status).toBe(429)
    expect(await latchkey.mails()).not.toEqual([])
    await latchkey.reset()
    expect(await latchkey.mails()).toEqual([])
    expect(await latchkey.verify(before.headers)).toMatchObject({ user: null })
    expect([await login(), (await call(latchkey, 'GET /auth/check')).status]).toEqual([401, 200])
    const after = await latchkey.signedIn({ email: before.user.email, factors: ['totp'], org: { slug: 'acme' } })
    expect(after.user).toMatchObject({ role: 'user', orgOwnerCount: 1 })
    expect(after.user.id).not.toBe(before.user.id)
    expect(await latchkey.verify(after.headers)).toMatchObject({ user: { id: after.user.id } })
  })

  it('takes time back to that of the system', async () => {
    const latchkey = await testing()
    await latchkey.advance(DAY_MS)
    await latchkey.reset()
    const { user } = await latchkey.signedIn()
    expect(Date.parse(user.createdAt)).toBeLessThan(Date.now() + DAY_MS / 2)
  })
})

describe('a Latchkey for tests, at the machine that it runs on', () => {
  const settings = { server: { appName: 'Notes' } }

  it('is refused in production', async () => {
    for (const name of ['NODE_ENV', 'LATCHKEY_NODE_ENV']) {
      vi.stubEnv(name, 'production')
      await expect(create({ testing: true })).rejects.toThrow(`${name} is production`)
      vi.unstubAllEnvs()
    }
    const other: object = { testing: 'yes' }
    await expect(create(other)).rejects.toThrow('testing: must be true or false')
  })

  it('takes nothing of the environment, meets no database and sends no mail', async () => {
    const env = {
      DATABASE_URL: 'postgres://nobody@127.0.0.1:1/real',
      SMTP_URL: 'smtp://127.0.0.1:1',
      APP_NAME: 'Real',
      PORT: '1',
    }
    for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
    onTestFinished(() => void vi.unstubAllEnvs())
    const latchkey = await testing({ ...settings, mail: { smtpUrl: 'smtp://127.0.0.1:1' } })
    const { user } = await latchkey.signedIn()
    await call(latchkey, 'POST /auth/forgot-password', { body: { email: user.email } })
    expect((await latchkey.lastMail(user.email)).text).toContain('Notes')
    expect((await call(latchkey, 'GET /dev/inbox.json')).body).toHaveLength(1)
    expect(latchkey.url).not.toBe('http://localhost:1')
  })

  it('has a database of its own, which goes with it', async () => {
    const stored: object = { testing: true, storage: { url: 'file:mine.db' } }
    await expect(createLatchkey(stored)).rejects.toThrow('a database of its own')
    const before = new Set(ownDirectories())
    const latchkey = await create({ testing: true })
    const made = ownDirectories().filter((name) => !before.has(name))
    expect(made).toHaveLength(1)
    await latchkey.close()
    expect(ownDirectories()).not.toContain(made[0])
    await expect(create({ testing: true, server: { port: 70_000 } })).rejects.toThrow('server.port')
    expect(ownDirectories().filter((name) => !before.has(name))).toEqual([])
  })

  it('listens where its links lead to, when it is asked to', async () => {
    const latchkey = await testing()
    await expect(fetch(latchkey.url)).rejects.toThrow()
    expect(await latchkey.listen()).toBe(latchkey.url)
    expect(await latchkey.listen()).toBe(latchkey.url)
    const { user, headers } = await latchkey.signedIn()
    const answer = await fetch(`${latchkey.url}/auth/me`, { headers })
    expect(await answer.json()).toMatchObject({ email: user.email })
    await latchkey.close()
    await expect(fetch(latchkey.url)).rejects.toThrow()
  })

  it('refuses what it does not know, and says what there is', async () => {
    const { signedIn } = await testing()
    const wrong: [object, string][] = [
      [{ mail: 'ada@example.com' }, 'email, role, factors, org, data'],
      [{ email: 'ada' }, '"ada" is no mail address'],
      [{ role: 'king' }, 'user, admin'],
      [{ factors: ['sms'] }, 'email, totp, passkey'],
      [{ org: { slug: 'acme', rank: 1 } }, 'slug, name, role'],
      [{ org: { slug: 'acme' } }, 'organisations: { enabled: true }'],
      [{ data: { plan: 'pro' } }, 'no field plan'],
    ]
    for (const [options, message] of wrong) await expect(signedIn(options)).rejects.toThrow(message)
  })
})
