import { describe, expect, it } from 'vitest'
import type { AnyEndpoint } from '../../server/src/platform/kernel/endpoint-table.ts'
import { endpoints } from '../../server/src/subjects/index.ts'
import { AuthenticatorApp } from '../../server/test/support/factored.ts'
import { SoftwareAuthenticator } from '../../server/test/support/software-authenticator.ts'
import { type AskPasskey, createClient, isError } from '../src/index.ts'
import { methods } from '../src/methods.ts'
import type { SessionResult } from '../src/routes.ts'
import { ada, thrown, visiting } from './visiting.ts'

const HOUR = 3_600_000

describe('a client', () => {
  it('signs up, knows who is signed in, and signs out', async () => {
    const { client } = await visiting()
    const seen: string[] = []
    client.subscribe(({ status }) => void seen.push(status))
    expect(client.state()).toEqual({ status: 'unknown', user: null, session: null, isStale: false })
    const entry = await client.signUp({ ...ada, name: 'Ada' })
    expect(entry).toMatchObject({ kind: 'session', user: { email: ada.email }, session: { isRevoked: false } })
    expect(client.state()).toMatchObject({ status: 'signed-in', user: { name: 'Ada' } })
    await client.signOut()
    expect((await client.load()).status).toBe('signed-out')
    expect(seen).toEqual(['signed-in', 'signed-out'])
  })

  it('finds /admin below a base path, and all of it where /auth has moved along', async () => {
    const staying = await visiting({ BASE_PATH: '/id' })
    const moved = await visiting({ BASE_PATH: '/id', BASE_PATH_AUTH: 'true' })
    const client = createClient({ baseUrl: staying.baseUrl, basePath: '/id', fetch: staying.fetch })
    const below = createClient({ baseUrl: `${moved.baseUrl}/id`, fetch: moved.fetch })
    for (const one of [client, below]) {
      await one.signUp({ ...ada, name: 'Ada' })
      expect(isError(await thrown(one.request('GET /admin/users')), 'forbidden')).toBe(true)
    }
    expect(staying.calls.at(-1)).toBe('GET /id/admin/users')
  })

  it('says what is still owed: a mail, or a second factor', async () => {
    const verifying = await visiting({ REQUIRE_EMAIL_VERIFICATION: 'true' })
    expect(await verifying.client.signUp({ ...ada, name: 'Ada' })).toMatchObject({ kind: 'verification' })
    const { client, mail } = await visiting({ REQUIRE_EMAIL_2FA: 'true' })
    const entry = await client.signUp({ ...ada, name: 'Ada' })
    expect(entry).toMatchObject({ kind: 'two-factor', methods: ['email'], codeSent: true })
    expect(client.state().status).toBe('unknown')
    const { code } = await mail.newest(ada.email)
    const challengeId = entry.kind === 'two-factor' ? entry.challengeId : ''
    expect(await client.verifyCode({ challengeId, code })).toMatchObject({ kind: 'session' })
  })

  it('says with what the second step can be taken', async () => {
    const { client, baseUrl, fetch: browser, clock } = await visiting()
    await client.signUp({ ...ada, name: 'Ada' })
    const { secret } = await client.request('POST /auth/2fa/totp/begin')
    const app = new AuthenticatorApp(secret, () => clock.now())
    await client.request('POST /auth/2fa/totp/confirm', { body: { code: app.code() } })
    const entry = await createClient({ baseUrl, fetch: browser }).signIn(ada)
    expect(entry).toMatchObject({ kind: 'two-factor', methods: ['totp', 'recovery'], codeSent: false })
  })

  it('takes the second step with an app, which may be spared from then on, and with a recovery code', async () => {
    const { client, clock } = await visiting()
    await client.signUp({ ...ada, name: 'Ada' })
    const { secret } = await client.request('POST /auth/2fa/totp/begin')
    const app = new AuthenticatorApp(secret, () => clock.now())
    const { recoveryCodes } = await client.request('POST /auth/2fa/totp/confirm', { body: { code: app.code() } })
    const owed = async () => {
      const entry = await client.signIn(ada)
      if (entry.kind !== 'two-factor') throw new Error(entry.kind)
      return entry
    }
    const [code = ''] = recoveryCodes ?? []
    const { challengeId } = await owed()
    expect(await client.verifyCode({ challengeId, code, method: 'recovery' })).toMatchObject({ kind: 'session' })
    clock.advance(30_000)
    const again = await owed()
    const proof = { challengeId: again.challengeId, code: app.code(), method: 'totp', trustDevice: true } as const
    expect(await client.verifyCode(proof)).toMatchObject({ kind: 'session', user: { name: 'Ada' } })
    expect(await client.signIn(ada)).toMatchObject({ kind: 'session' })
  })

  it('signs in with a passkey, takes the second step with it, and has another code mailed', async () => {
    const { client, ...here } = await visiting()
    await client.signUp({ ...ada, name: 'Ada' })
    const authenticator = new SoftwareAuthenticator({ origin: new URL(here.config.server.publicUrl).origin })
    const ask: AskPasskey = async (options) => authenticator.assert(options as never)
    const { options, state } = await client.request('POST /auth/passkeys/options')
    const passkey = authenticator.register(options as never)
    await client.request('POST /auth/passkeys', { body: { state, passkey } })
    await client.signOut()
    expect(await client.signInWithPasskey(ask)).toMatchObject({ kind: 'session', user: { name: 'Ada' } })
    expect(client.state().status).toBe('signed-in')
    await here.sql(`UPDATE accounts SET passkey_gate_at = 1, two_factor_enabled_at = 1`)
    const gated = await client.signIn(ada)
    expect(gated).toMatchObject({ kind: 'two-factor', methods: ['passkey'] })
    const challengeId = gated.kind === 'two-factor' ? gated.challengeId : ''
    expect(await client.verifyPasskey({ challengeId, trustDevice: true }, ask)).toMatchObject({ kind: 'session' })
    expect(await client.signIn(ada)).toMatchObject({ kind: 'session' })
    await here.sql(`UPDATE accounts SET passkey_gate_at = NULL, email_factor_at = 1, credential_version = 9`)
    const mailed = await client.signIn(ada)
    expect(mailed).toMatchObject({ kind: 'two-factor', methods: ['passkey', 'email'], codeSent: true })
    const challenge = { challengeId: mailed.kind === 'two-factor' ? mailed.challengeId : '' }
    expect(await client.resendCode(challenge)).toMatchObject({ codeSent: true })
  })

  it('knows of a session that a request has begun or ended, whichever route it was', async () => {
    const { client, mail } = await visiting()
    const status = () => client.state().status
    await client.request('POST /auth/register', { body: { ...ada, name: 'Ada' } })
    expect(client.state()).toMatchObject({ status: 'signed-in', user: { name: 'Ada' }, session: { isRevoked: false } })
    await client.request('POST /auth/logout')
    expect(status()).toBe('signed-out')
    const { session } = (await client.request('POST /auth/login', { body: ada })) as SessionResult
    expect(client.state().session?.id).toBe(session.id)
    await client.request('DELETE /auth/sessions/{id}', { params: { id: session.id } })
    expect(status()).toBe('signed-out')
    await client.signIn(ada)
    await client.request('POST /auth/forgot-password', { body: { email: ada.email } })
    const { code } = await mail.newest(ada.email)
    await client.request('POST /auth/reset-password', { body: { code, newPassword: 'another horse 2' } })
    expect(status()).toBe('signed-out')
    const again = { email: ada.email, password: 'another horse 2' }
    await client.signIn(again)
    await client.request('DELETE /auth/account', { body: { password: again.password } })
    expect(status()).toBe('signed-out')
  })

  it('calls every route with its parameters, and fails with its code', async () => {
    const { client, sql } = await visiting()
    await client.signUp({ ...ada, name: 'Ada' })
    const { sessions } = await client.request('GET /auth/sessions', { query: { limit: 5 } })
    expect(sessions).toHaveLength(1)
    const error = await thrown(client.request('PATCH /admin/users/{id}/role', { params: { id: 'x' }, body: { role: 'admin' } }))
    expect(error).toMatchObject({ status: 403, code: 'forbidden', requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) })
    expect([isError(error, 'forbidden'), isError(error, 'last_admin'), isError(new Error('x'))]).toEqual([true, false, false])
    expect(await sql(`SELECT role FROM accounts`)).toEqual([{ role: 'user' }])
  })

  it('takes numbers, yes and no, and choices in a query for what they are', async () => {
    const { client, sql } = await visiting({ DISABLE_ADMIN_TWO_FACTOR: 'true' })
    await client.signUp({ ...ada, name: 'Ada' })
    await sql(`UPDATE accounts SET role = 'admin'`)
    await client.signIn(ada)
    const listed = (query: NonNullable<Parameters<typeof client.request<'GET /admin/users'>>[1]>['query']) =>
      client.request('GET /admin/users', { query })
    expect(await listed({ limit: 1, banned: false, orderBy: 'created_at' })).toMatchObject({ limit: 1, total: 1 })
    expect(await listed({ limit: 500, banned: true })).toMatchObject({ limit: 100, total: 0 })
    expect(await client.request('GET /admin/statistics', { query: { days: 7 } })).toMatchObject({ days: { length: 7 } })
    const refused = await Promise.all([
      thrown(listed({ limit: 0 })),
      thrown(listed({ limit: 1.5 })),
      thrown(listed({ offset: -1 })),
      // @ts-expect-error: a limit is a number
      thrown(listed({ limit: 'many' })),
      // @ts-expect-error: an account is banned or not
      thrown(listed({ banned: 'perhaps' })),
      // @ts-expect-error: there is no such order
      thrown(listed({ orderBy: 'shoe_size' })),
      // @ts-expect-error: there are three periods
      thrown(client.request('GET /admin/statistics', { query: { days: 8 } })),
    ])
    expect(refused.map(({ code }) => code)).toEqual(Array(7).fill('invalid_input'))
    // @ts-expect-error: this one has no such filter, and other fields of a query are ignored
    expect(await listed({ shoeSize: 38 })).toMatchObject({ total: 1 })
  })

  it('has every route as a method under its name', async () => {
    const { client } = await visiting()
    const call = methods(client)
    await call.register({ body: { ...ada, name: 'Ada' } })
    expect(await call.me()).toMatchObject({ email: ada.email })
    // Applications of others call the rest, with forms and credentials of their own.
    const own = Object.entries<AnyEndpoint>(endpoints).filter(([, { isOAuth }]) => !isOAuth)
    expect(Object.keys(call).sort()).toEqual(own.map(([name]) => name).sort())
    expect(isError(await thrown(call.getUser({ params: { id: 'x' } })), 'forbidden')).toBe(true)
  })

  it('keeps its state when the service is away or busy, and marks it as stale', async () => {
    const { client, stop } = await visiting()
    await client.signUp({ ...ada, name: 'Ada' })
    await stop()
    expect(await client.load()).toMatchObject({ status: 'signed-in', isStale: true })
    expect((await thrown(client.request('GET /auth/me'))).code).toBe('unreachable')
    expect(client.state()).toMatchObject({ status: 'signed-in', isStale: true })
  })

  it('is not signed out by a wrong password, and is by a session that has ended', async () => {
    const { client, sql } = await visiting()
    await client.signUp({ ...ada, name: 'Ada' })
    expect((await thrown(client.signIn({ ...ada, password: 'wrong horse 1' }))).code).toBe('invalid_credentials')
    expect(client.state().status).toBe('signed-in')
    await sql(`UPDATE sessions SET revoked_at = 1`)
    expect((await thrown(client.request('GET /auth/sessions'))).code).toBe('session_expired')
    expect(client.state().status).toBe('signed-out')
  })

  it('succeeds with ten calls at once when the session cookie has run out', async () => {
    const { client, clock } = await visiting()
    await client.signUp({ ...ada, name: 'Ada' })
    clock.advance(25 * HOUR)
    const replies = await Promise.all(Array.from({ length: 10 }, () => client.request('GET /auth/me')))
    expect(replies.map(({ email }) => email)).toEqual(Array(10).fill(ada.email))
  })

  it('finds out with ten questions at once, too, and in two tabs', async () => {
    const { client, clock, baseUrl, jar, fetch: browser } = await visiting()
    await client.signUp({ ...ada, name: 'Ada' })
    clock.advance(25 * HOUR)
    const tabs = [client, createClient({ baseUrl, fetch: browser })]
    const change = () => client.request('PUT /auth/name', { body: { name: 'Lady Ada' } })
    await Promise.all(
      tabs.flatMap((tab) => Array.from({ length: 5 }, () => tab.request('GET /auth/me'))).concat(change() as never),
    )
    clock.advance(25 * HOUR)
    // Each as a page does it that knows of a past.
    const headers = { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') }
    const visitors = Array.from({ length: 10 }, () => createClient({ baseUrl, headers }))
    const found = await Promise.all(visitors.map((visitor) => visitor.load()))
    expect(found.map(({ status }) => status)).toEqual(Array(10).fill('signed-in'))
    // Whichever answer the browser keeps, it goes on.
    for (const visitor of visitors) {
      const cookie = visitor.setCookies().map((line) => line.split(';')[0])
      expect((await createClient({ baseUrl, headers: { cookie: cookie.join('; ') } }).load()).status).toBe('signed-in')
    }
  })

  it('never asks on its own, and tries no renewal for visitors who never signed in', async () => {
    const { client, calls } = await visiting()
    expect((await client.load()).status).toBe('signed-out')
    expect(calls).toEqual(['GET /auth/check'])
  })
})

describe('a client on a server', () => {
  it('forwards the cookies of its visitor, goes on with those that were renewed, and hands them back', async () => {
    const { client, jar, baseUrl, clock } = await visiting()
    await client.signUp({ ...ada, name: 'Ada' })
    clock.advance(25 * HOUR)
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const visitor = createClient({ baseUrl, headers: { cookie } })
    expect((await visitor.load()).status).toBe('signed-in')
    expect((await visitor.request('GET /auth/me')).email).toBe(ada.email)
    expect(visitor.setCookies().map((line) => line.split('=')[0])).toEqual(['app_session', 'app_refresh', '_csrf'])
    const ten = createClient({ baseUrl, headers: { cookie } })
    const replies = await Promise.all(Array.from({ length: 10 }, () => ten.request('GET /auth/me')))
    expect(replies.map(({ email }) => email)).toEqual(Array(10).fill(ada.email))
    expect((await ten.request('GET /auth/me')).email).toBe(ada.email)
    const stranger = createClient({ baseUrl })
    expect([(await stranger.load()).status, stranger.setCookies()]).toEqual(['signed-out', []])
  })
})
