import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, inject, it } from 'vitest'
import { readBase32 } from '../../src/subjects/factors/base32.ts'
import type { Browser, Reply } from '../support/browser.ts'
import { AuthenticatorApp, STEP_MS } from '../support/factored.ts'
import { CLIENT } from '../support/identity-provider.ts'
import { ADA, type OAuthWorld, oauthWorld } from '../support/oauth-world.ts'
import { SoftwareAuthenticator } from '../support/software-authenticator.ts'

const HOUR = 3_600_000
const APP = 'https://wiki.test'

/** Every raw secret that a full run uses, and everything the service wrote or answered meanwhile. */
async function fullRun() {
  const here = await oauthWorld({
    env: { OAUTH_STORE_TOKENS: 'true', TRUSTED_PROXIES: '127.0.0.1', FORWARD_AUTH_APPS: APP, DISABLE_ADMIN_TWO_FACTOR: 'true' },
  })
  const secrets = new Set<string>([CLIENT.secret])
  const answers: Reply[] = []
  const act = async (browser: Browser, method: 'get' | 'post' | 'put' | 'delete', url: string, body?: unknown) => {
    const reply = method === 'get' ? await browser.get(url) : await browser[method](url, body)
    answers.push(reply)
    for (const [name, value] of browser.jar) if (name !== '_csrf') secrets.add(value)
  }
  const passwords = ['canary password 1', 'canary wrong password 2']
  for (const password of passwords) secrets.add(password)

  const first = here.browser()
  await act(first, 'post', '/auth/register', { email: 'ada@example.com', password: passwords[0], name: 'Ada' })
  const second = here.browser()
  await act(second, 'post', '/auth/login', { email: 'ada@example.com', password: passwords[1] })
  await act(second, 'post', '/auth/login', { email: 'ada@example.com', password: passwords[0] })
  const old = first.clone()
  await act(first, 'post', '/auth/refresh')
  await act(first, 'put', '/auth/name', { name: 'Lovelace' })
  await act(first, 'get', '/auth/me')
  await act(first, 'get', '/auth/sessions')
  here.clock.advance(25 * HOUR)
  await act(first, 'get', '/auth/me')
  await act(old, 'post', '/auth/refresh')
  await act(second, 'delete', '/auth/sessions')
  await act(second, 'post', '/auth/logout')

  noteTokens(here, secrets)
  const third = here.browser()
  await act(third, 'post', '/auth/login', { email: 'ada@example.com', password: passwords[0] })
  await act(third, 'get', await comingBack(here, third, secrets, '/auth/oauth/corp/link'))
  await act(third, 'get', '/auth/oauth/providers')
  for (const fault of ['none', 'fail'] as const) {
    const callback = await comingBack(here, third, secrets)
    if (fault === 'fail') here.corp.fail('token')
    await act(third, 'get', callback)
    await act(third, 'get', callback)
  }
  await visitApp(here, third, secrets, answers)
  const credentialId = await useFactors(here, passwords[0] ?? '', secrets, answers)
  await useKey(here, third, secrets, answers)
  return { ...here, secrets: [...secrets], answers, credentialId }
}

/**
 * An authenticator app, recovery codes and a passkey: made, used rightly and wrongly. The answers that show a secret are the only
 * ones that may. Answers the name that the passkey's authenticator has for it.
 */
async function useFactors({ clock, browser }: OAuthWorld, password: string, secrets: Set<string>, answers: Reply[]) {
  const grace = { email: 'grace@example.com', password, name: 'Grace' }
  const owner = browser()
  await owner.post('/auth/register', grace)
  const begun = (await owner.post('/auth/2fa/totp/begin')).body
  const seed = readBase32(begun.secret)
  const forms = ['latin1', 'base64', 'base64url', 'hex'] as const
  for (const form of [begun.secret, ...forms.map((form) => seed.toString(form))]) secrets.add(form)
  const app = new AuthenticatorApp(begun.secret, () => clock.now())
  answers.push(await owner.post('/auth/2fa/totp/confirm', { code: app.wrong() }))
  const { recoveryCodes } = (await owner.post('/auth/2fa/totp/confirm', { code: app.code() })).body
  for (const code of recoveryCodes) for (const form of [code, code.replaceAll('-', '')]) secrets.add(form)
  clock.advance(STEP_MS)
  const prove = async (proof: object) => answers.push(await owner.post('/auth/step-up', proof))
  await prove({ code: app.wrong() })
  await prove({ code: app.code() })
  await prove({ code: recoveryCodes[0] })
  const authenticator = new SoftwareAuthenticator()
  const options = async (by: Browser, url: string, body?: object) => {
    const reply = (await by.post(url, body)).body
    for (const canary of [reply.state, reply.options.challenge, by.jar.get('_passkey') ?? '']) secrets.add(canary)
    return reply
  }
  const made = await options(owner, '/auth/passkeys/options')
  const passkey = authenticator.register(made.options)
  for (let at = 0; at < 2; at++) answers.push(await owner.post('/auth/passkeys', { state: made.state, passkey }))
  const asked = await options(owner, '/auth/step-up/options')
  await prove({ state: asked.state, passkey: authenticator.assert(asked.options) })
  for (const knobs of [{}, { signature: 'of another key' as const }]) {
    const visitor = browser()
    const { state, options: wanted } = await options(visitor, '/auth/passkey/options')
    answers.push(await visitor.post('/auth/passkey/login', { state, passkey: authenticator.assert(wanted, knobs) }))
  }
  const gated = browser()
  const { challengeId } = (await gated.post('/auth/login', grace)).body
  const second = await options(gated, '/auth/2fa/passkey/options', { challengeId })
  for (const typed of [{ code: recoveryCodes[0] }, { state: second.state, passkey: authenticator.assert(second.options) }])
    answers.push(await gated.post('/auth/2fa/verify', { challengeId, trustDevice: true, ...typed }))
  expect(answers.slice(-1)).toMatchObject([{ status: 200 }])
  for (const value of gated.jar.values()) secrets.add(value)
  for (const url of ['/auth/factors', '/auth/passkeys', '/auth/devices', '/auth/step-up']) answers.push(await gated.get(url))
  return passkey.id
}

/** To an application on another host, with a ticket, which is then tried again. */
async function visitApp({ browser }: OAuthWorld, atService: Browser, secrets: Set<string>, answers: Reply[]): Promise<void> {
  const atApp = browser()
  const onApp = { headers: { 'x-forwarded-proto': 'https', 'x-forwarded-host': new URL(APP).host, 'x-forwarded-method': 'GET' } }
  const started = await atApp.get('/.latchkey/start?returnTo=/page', onApp)
  for (const value of atApp.jar.values()) secrets.add(value)
  const begun = new URL(String(started.headers['location']))
  const ticketed = await atService.get(begun.pathname + begun.search)
  const { pathname, search, searchParams } = new URL(String(ticketed.headers['location']))
  secrets.add(searchParams.get('ticket') ?? '')
  for (let at = 0; at < 2; at++) answers.push(await atApp.get(pathname + search, onApp))
  for (const value of atApp.jar.values()) secrets.add(value)
  answers.push(started, ticketed, await atApp.get('/auth/forward', onApp))
  expect(answers.at(-1)).toMatchObject({ status: 200 })
}

/** A key for a backend, good and bad calls with it. The answer that makes it must name it. */
async function useKey({ sql, browser }: OAuthWorld, admin: Browser, secrets: Set<string>, answers: Reply[]): Promise<void> {
  await sql(`UPDATE accounts SET role = 'admin'`)
  // They came in through a provider, and make keys with their password.
  await sql(`UPDATE sessions SET elevation = 'password'`)
  const { body } = await admin.post('/admin/keys', { name: 'billing', scopes: ['users:read'] })
  secrets.add(body.key.slice(3))
  const backend = browser()
  for (const url of ['/admin/users', '/admin/audit-logs', '/admin/keys', '/admin/users?limit=x', '/auth/me'])
    answers.push(await backend.get(url, { headers: { authorization: `Bearer ${body.key}` } }))
  answers.push(await admin.get('/admin/keys'), await admin.delete(`/admin/keys/${body.apiKey.id}`))
  answers.push(await backend.get('/admin/users', { headers: { authorization: `Bearer ${body.key}` } }))
  expect(answers.slice(-2).map(({ status }) => status)).toEqual([200, 401])
}

/** Whatever the provider hands out from now on. */
function noteTokens({ corp }: OAuthWorld, secrets: Set<string>): void {
  corp.alter('token', (answer) => {
    for (const token of [answer.access_token, answer.id_token]) secrets.add(token)
    return answer
  })
}

/** The way back from the provider, with a state and a code in it. The answer that begins it must name the state. */
async function comingBack({ corp }: OAuthWorld, browser: Browser, secrets: Set<string>, link?: string): Promise<string> {
  const { body } = link === undefined ? await browser.get('/auth/oauth/corp') : await browser.post(link, {})
  const { pathname, search, searchParams } = new URL(await corp.approve(body.url, { as: ADA }))
  for (const name of ['state', 'code']) secrets.add(searchParams.get(name) ?? '')
  for (const [name, value] of browser.jar) if (name.startsWith('_oauth_')) secrets.add(value)
  return pathname + search
}

describe('after a full run', () => {
  it('no raw token or password is in the tables, their files, the log or an answer', async () => {
    const { secrets, answers, sql, logged, database, credentialId } = await fullRun()
    expect(secrets.length).toBeGreaterThan(60)
    expect(secrets).not.toContain('')

    const handedOut = ['app_tickets', 'app_sessions', 'api_keys']
    const factors = ['data_keys', 'totp_seeds', 'pending_totp_seeds', 'recovery_codes', 'passkeys', 'devices', 'challenges']
    const tables = [
      'accounts',
      'sessions',
      'refresh_tokens',
      'audit_events',
      'identities',
      'spent_states',
      ...handedOut,
      ...factors,
    ]
    const rows = JSON.stringify(await Promise.all(tables.map((table) => sql(`SELECT * FROM ${table}`))))
    expect(rows).toContain('ada@example.com')
    expect(rows).toContain('ada-at-corp')
    const files =
      inject('engine') === 'sqlite'
        ? readdirSync(database.directory).map((file) => readFileSync(path.join(database.directory, file), 'latin1'))
        : []
    const places = { rows, log: logged(), bodies: answers.map(({ text }) => text).join('\n'), files: files.join('\n') }
    for (const [place, text] of Object.entries(places)) {
      expect(
        secrets.filter((secret) => text.includes(secret)),
        place,
      ).toEqual([])
    }
    // Its own column is where it has to be.
    expect(rows).toContain(credentialId)
    expect(places.log).not.toContain(credentialId)
    expect(places.bodies).not.toContain(credentialId)
  })

  it('no answer carries a hash', async () => {
    const { answers, sql } = await fullRun()
    const hashes = [
      ...(await sql(`SELECT token_hash AS hash FROM sessions`)),
      ...(await sql(`SELECT hash FROM refresh_tokens`)),
      ...(await sql(`SELECT hash FROM app_tickets`)),
      ...(await sql(`SELECT hash FROM app_sessions`)),
      ...(await sql(`SELECT hash FROM api_keys`)),
      ...(await sql(`SELECT hash FROM recovery_codes`)),
      ...(await sql(`SELECT hash FROM devices`)),
      ...(await sql(`SELECT sealed AS hash FROM totp_seeds`)),
      ...(await sql(`SELECT public_key AS hash FROM passkeys`)),
      ...(await sql(`SELECT password_hash AS hash FROM accounts`)),
    ].map((row) => String(row['hash']))
    const bodies = answers.map(({ text }) => text).join('\n')
    expect(hashes.filter((hash) => bodies.includes(hash))).toEqual([])
    expect(bodies).not.toContain('argon2')
  })
})
