import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, inject, it } from 'vitest'
import type { Browser, Reply } from '../support/browser.ts'
import { CLIENT } from '../support/identity-provider.ts'
import { ADA, type OAuthWorld, oauthWorld } from '../support/oauth-world.ts'

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
  await useKey(here, third, secrets, answers)
  return { ...here, secrets: [...secrets], answers }
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
    const { secrets, answers, sql, logged, database } = await fullRun()
    expect(secrets.length).toBeGreaterThan(20)
    expect(secrets).not.toContain('')

    const handedOut = ['app_tickets', 'app_sessions', 'api_keys']
    const tables = ['accounts', 'sessions', 'refresh_tokens', 'audit_events', 'identities', 'spent_states', ...handedOut]
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
  })

  it('no answer carries a hash', async () => {
    const { answers, sql } = await fullRun()
    const hashes = [
      ...(await sql(`SELECT token_hash AS hash FROM sessions`)),
      ...(await sql(`SELECT hash FROM refresh_tokens`)),
      ...(await sql(`SELECT hash FROM app_tickets`)),
      ...(await sql(`SELECT hash FROM app_sessions`)),
      ...(await sql(`SELECT hash FROM api_keys`)),
      ...(await sql(`SELECT password_hash AS hash FROM accounts`)),
    ].map((row) => String(row['hash']))
    const bodies = answers.map(({ text }) => text).join('\n')
    expect(hashes.filter((hash) => bodies.includes(hash))).toEqual([])
    expect(bodies).not.toContain('argon2')
  })
})
