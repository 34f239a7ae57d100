import { connect } from 'node:net'
import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { version } from '../../src/platform/kernel/version.ts'
import { signedInAsAdmin } from '../support/administered.ts'
import { ORIGIN } from '../support/browser.ts'
import { application } from '../support/connected.ts'
import { inUse } from '../support/in-use.ts'
import { EMAIL, guess, guessedOut } from '../support/limited.ts'
import { logoutReceiver } from '../support/logout-receiver.ts'
import { measured } from '../support/measured.ts'
import { audience, leave, look } from '../support/told-application.ts'
import { RECEIVERS, tell, webhookReceiver } from '../support/webhook-receiver.ts'
import { held, PASSWORD, world } from '../support/world.ts'

const ada = { email: EMAIL, password: PASSWORD }
const MINUTE = 60_000

describe('the metrics port', () => {
  it('answers GET /metrics and nothing else', async () => {
    const { metricsUrl } = await measured()
    const reply = await fetch(metricsUrl)
    expect(reply.status).toBe(200)
    expect(reply.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
    const text = await reply.text()
    for (const name of ['latchkey_info', 'process_cpu_seconds_total', 'nodejs_eventloop_lag_seconds'])
      expect(text).toContain(name)
    expect(text).toContain(`latchkey_info{version="${version()}",`)
    expect((await fetch(metricsUrl, { method: 'POST' })).status).toBe(404)
    for (const path of ['/', '/metrics/', '/auth/me', '/healthz']) {
      expect((await fetch(new URL(path, metricsUrl))).status, path).toBe(404)
    }
  })

  it('is not the public one, and is closed unless it was asked for', async () => {
    const { browser, metricsUrl, address, stop } = await measured()
    expect(new URL(metricsUrl).hostname).toBe('127.0.0.1')
    expect(new URL(metricsUrl).port).not.toBe(new URL(address).port)
    expect((await browser().get('/metrics')).status).toBe(404)
    await stop()
    await expect(fetch(metricsUrl)).rejects.toThrow()

    const closed = await world({ env: { PORT: '0' } })
    await closed.listen()
    expect(closed.logged()).not.toContain('metrics')
  })
})

describe('figures', () => {
  it('count requests by route template, method and status, and time them', async () => {
    const { signedUp, browser, figure, scrape } = await measured()
    const owner = await signedUp()
    await owner.get('/auth/me')
    await browser().get('/auth/me')
    await owner.delete('/auth/sessions/0190a5a0-0000-7000-8000-000000000000')
    await browser().get('/sign-in')
    const page = await browser().get('/sign-in')
    await browser().get(/\/_latchkey\/[^"]+\.css/.exec(page.text)?.[0] ?? '')
    await browser().send('PATCH', '/auth/me')
    const unreadable = await browser().get('/%zz')

    const requests = (route: string, method: string, status: number) =>
      figure(`latchkey_http_requests_total{route="${route}",method="${method}",status="${status}"}`)
    expect(await requests('/auth/me', 'GET', 200)).toBe(1)
    expect(await requests('/auth/me', 'GET', 401)).toBe(1)
    expect(await requests('/auth/sessions/{id}', 'DELETE', 404)).toBe(1)
    expect(await requests('/sign-in', 'GET', 200)).toBe(2)
    expect(await requests('/_latchkey/{file}', 'GET', 200)).toBe(1)
    expect(await requests('other', 'PATCH', 405)).toBe(1)
    expect(await requests('other', 'GET', unreadable.status)).toBe(1)
    expect(await figure('latchkey_http_request_duration_seconds_count{route="/auth/me",method="GET"}')).toBe(2)
    expect(await scrape()).toContain('latchkey_http_requests_running 0')
  })

  it('count a client that hung up, when the work it began is done', async () => {
    const { address, hasher, figure } = await measured()
    const gate = held()
    hasher.afterNext = () => gate.released
    const body = JSON.stringify({ ...ada, name: 'Ada' })
    const headers = `Host: x\r\nOrigin: ${ORIGIN}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}`
    const client = connect(Number(new URL(address).port), '127.0.0.1')
    client.write(`POST /auth/register HTTP/1.1\r\n${headers}\r\n\r\n${body}`)
    await expect.poll(() => hasher.calls).toBe(1)
    client.destroy()
    const hungUp = () => figure('latchkey_http_requests_total{route="/auth/register",method="POST",status="499"}')
    await expect.poll(hungUp).toBe(1)
    gate.release()
  })

  it('show the hash queue while it is full, and who was turned away', async () => {
    const { signedUp, hasher, browser, figure } = await measured({ env: { HASH_CONCURRENCY: '1', HASH_QUEUE: '1' } })
    await signedUp()
    const gate = held()
    hasher.afterNext = () => gate.released
    const running = browser().post('/auth/login', ada)
    await expect.poll(() => hasher.calls).toBe(2)
    const waiting = browser().post('/auth/login', ada)
    await expect.poll(() => figure('latchkey_hash_waiting')).toBe(1)
    expect(await figure('latchkey_hash_running')).toBe(1)
    expect((await browser().post('/auth/login', ada)).status).toBe(503)
    expect(await figure('latchkey_hash_refused_total')).toBe(1)
    gate.release()
    await Promise.all([running, waiting])
    expect(await figure('latchkey_hash_running')).toBe(0)
    expect(await figure('latchkey_hash_waiting')).toBe(0)
    expect(await figure('latchkey_hash_duration_seconds_count')).toBe(3)
  })

  it('show what applications have yet to be told', async () => {
    const here = await measured()
    const receiver = await logoutReceiver()
    await application(here, { logoutUri: receiver.url })
    receiver.answers((response) => response.writeHead(503).end())
    await leave(await audience(here, 2))
    await here.idle()
    here.clock.advance(MINUTE)
    expect(await here.figure('latchkey_logouts_waiting')).toBe(2)
    expect(await here.figure('latchkey_logouts_oldest_age_seconds')).toBe(60)
    receiver.answers((response) => response.writeHead(200).end())
    await look(here)
    here.clock.advance(MINUTE)
    expect(await here.figure('latchkey_logouts_waiting')).toBe(0)
    expect(await here.figure('latchkey_logouts_oldest_age_seconds')).toBe(0)
  })

  it('show what webhooks have yet to take, and nothing of those that are disabled', async () => {
    const here = await measured({ withMail: true, env: RECEIVERS })
    const root = await signedInAsAdmin(here, 'root@example.com')
    const receiver = await webhookReceiver()
    receiver.answers((response) => response.writeHead(503).end())
    const { body } = await root.post('/admin/webhooks', { url: receiver.url, types: ['user.created'] })
    await tell(here)
    here.clock.advance(MINUTE)
    const shown = async () => [
      await here.figure('latchkey_webhooks_waiting'),
      await here.figure('latchkey_webhooks_oldest_age_seconds'),
    ]
    expect(await shown()).toEqual([1, 60])
    await here.sql(`UPDATE webhooks SET disabled_at = 1 WHERE id = ?`, [body.webhook.id])
    here.clock.advance(MINUTE)
    expect(await shown()).toEqual([0, 0])
  })

  it('show what waits in the outbox, for how long, and what became of it', async () => {
    const here = await measured({ withMail: true })
    const { signedUp, browser, mail, outbox, clock, figure } = here
    await signedUp()
    mail.treat('drops in DATA')
    await browser().post('/auth/forgot-password', { email: EMAIL })
    await outbox.idle()
    clock.advance(MINUTE)
    expect(await figure('latchkey_outbox_waiting')).toBe(1)
    expect(await figure('latchkey_outbox_oldest_age_seconds')).toBe(60)
    mail.treat('accepts')
    outbox.wake()
    await outbox.idle()
    clock.advance(MINUTE)
    expect(await figure('latchkey_outbox_waiting')).toBe(0)
    expect(await figure('latchkey_outbox_oldest_age_seconds')).toBe(0)
    expect(await figure('latchkey_mails_total{outcome="sent"}')).toBe(1)
    expect(await figure('latchkey_mail_delivery_duration_seconds_count{result="failed"}')).toBe(1)
    expect(await figure('latchkey_mail_delivery_duration_seconds_count{result="accepted"}')).toBe(1)

    mail.treat('rejects the recipient')
    await browser().post('/auth/forgot-password', { email: EMAIL })
    await outbox.idle()
    expect(await figure('latchkey_mails_total{outcome="failed"}')).toBe(1)
  })

  it('count live sessions, at most once a minute', async () => {
    const { signedUp, clock, figure, statements } = await measured()
    const owner = await signedUp()
    expect(await figure('latchkey_sessions_live')).toBe(1)
    await owner.clone().post('/auth/login', ada)
    const counts = () => statements().filter((text) => text.includes('AS live')).length
    const before = counts()
    expect(await figure('latchkey_sessions_live')).toBe(1)
    expect(counts()).toBe(before)
    clock.advance(MINUTE)
    expect(await figure('latchkey_sessions_live')).toBe(2)
    await owner.post('/auth/logout')
    clock.advance(MINUTE)
    expect(await figure('latchkey_sessions_live')).toBe(1)
  })

  it('show which checks are answered from memory, what was forgotten, and how long a change waits for others', async () => {
    const here = await measured()
    const { signedUp, figure } = here
    const isShared = inject('engine') === 'postgres'
    if (isShared) await inUse(await world({ databaseUrl: here.database.url }))
    await inUse(here)
    const kept = async () =>
      Promise.all(
        ['hits_total', 'misses_total', 'evictions_total', 'held'].map((name) => figure(`latchkey_session_cache_${name}`)),
      )
    const waits = () => figure('latchkey_acknowledgement_duration_seconds_count')
    expect([await kept(), await waits()]).toEqual([[0, 0, 0, 1], 0])
    const owner = await signedUp()
    await owner.get('/auth/me')
    await owner.get('/auth/me')
    expect(await kept()).toEqual([1, 1, 0, 1])
    await owner.post('/auth/logout')
    expect([await kept(), await waits()]).toEqual([[2, 1, 1, 1], isShared ? 1 : 0])
  })

  it('show that nothing is kept where nothing may be', async () => {
    const { figure } = await measured({ env: { SESSION_CACHE_SIZE: '0' } })
    expect(await figure('latchkey_session_cache_held')).toBe(0)
  })

  it('count more sessions than one step takes', async () => {
    const { signedUp, sql, clock, figure } = await measured()
    await signedUp()
    const [{ id, account_id: owner } = {}] = await sql(`SELECT id, account_id FROM sessions`)
    const numbers = `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2500)`
    await sql(
      `INSERT INTO sessions (id, account_id, token_hash, ip_address, user_agent, created_at, last_active_at, expires_at, refresh_expires_at)
       ${numbers} SELECT s.id || n.i, '${owner}', s.token_hash || n.i, '', '', s.created_at, s.created_at, s.expires_at, s.refresh_expires_at
       FROM sessions s, n WHERE s.id = '${id}'`,
    )
    clock.advance(MINUTE)
    expect(await figure('latchkey_sessions_live')).toBe(2501)
  })

  it('leave out what the database would have to tell while it is gone, and count its failures', async () => {
    const { signedUp, closeDatabase, clock, figure, scrape, browser } = await measured()
    await signedUp()
    expect(await scrape()).toContain('latchkey_sessions_live 1')
    expect(await figure('latchkey_database_errors_total{work="query"}')).toBe(0)
    await closeDatabase()
    clock.advance(MINUTE)
    expect((await browser().get('/auth/me', { headers: { cookie: `app_session=${'a'.repeat(43)}` } })).status).toBe(500)
    const text = await scrape()
    for (const name of [
      'sessions_live',
      'outbox_waiting',
      'outbox_oldest_age_seconds',
      'logouts_waiting',
      'logouts_oldest_age_seconds',
      'webhooks_waiting',
      'webhooks_oldest_age_seconds',
    ]) {
      expect(text).not.toMatch(new RegExp(`^latchkey_${name} `, 'm'))
    }
    expect(await figure('latchkey_database_errors_total{work="query"}')).toBeGreaterThan(0)
  })

  it('count refusals by the limit that made them, and events by their type', async () => {
    const limits = { RATE_LIMITS: 'true', LIMIT_ENTRY_PER_MINUTE: '13', LIMIT_GENERAL_PER_MINUTE: '2' }
    const here = await measured({ withMail: true, env: limits })
    const refusals = (kind: string) => here.figure(`latchkey_limit_refusals_total{kind="${kind}"}`)
    for (const kind of ['password', 'second_factor', 'mail', 'entry', 'general']) expect(await refusals(kind), kind).toBe(0)
    await guessedOut(here)
    expect((await guess(here)).status).toBe(429)
    expect(await refusals('password')).toBe(1)
    expect(await here.figure('latchkey_events_total{type="login.failed"}')).toBe(10)
    const forget = async () => (await here.browser().post('/auth/forgot-password', { email: EMAIL })).status
    expect([await forget(), await forget(), await forget()]).toEqual([200, 429, 429])
    expect([await refusals('mail'), await refusals('entry')]).toEqual([1, 1])
    for (const status of [200, 200, 429]) expect((await here.browser().get('/auth/check')).status).toBe(status)
    expect(await refusals('general')).toBe(1)
  })
})

describe('whatever strangers send', () => {
  const words = fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 12 }).map(encodeURIComponent)
  const path = fc.oneof(
    words.map((word) => `/auth/oauth/${word}/callback?state=${word}`),
    words.map((word) => `/auth/sessions/${word}`),
    words.map((word) => `/_latchkey/${word}.css`),
    words.map((word) => `/${word}`),
    words.map((word) => `/console/users/${word}`),
  )
  const method = fc.constantFrom(
    'GET',
    'POST',
    'PUT',
    'DELETE',
    'PATCH',
    'OPTIONS',
    'HEAD',
    'TRACE',
    'PROPFIND',
    'SEARCH',
    'MKCOL',
  )

  it('adds no series', async () => {
    const { app, series } = await measured()
    const hammer = async (seed: number) => {
      for (const [one, url] of fc.sample(fc.tuple(method, path), { numRuns: 400, seed })) {
        await app.inject({ method: one as 'GET', url, headers: { origin: ORIGIN } })
      }
    }
    await hammer(1)
    const before = await series()
    await hammer(2)
    await hammer(3)
    expect(await series()).toEqual(before)
    const labels = (name: string) => [...new Set(before.map((line) => new RegExp(`[{,]${name}="([^"]*)"`).exec(line)?.[1]))]
    expect(labels('method')).toContain('other')
    expect(labels('route').length).toBeLessThan(12)
  })

  it('is never in a scrape: no address, name, token, id or path', async () => {
    const { browser, scrape, sql } = await measured({ env: { RATE_LIMITS: 'true' } })
    const canary = 'canary7531'
    const owner = browser()
    await owner.post('/auth/register', { email: `${canary}@example.com`, password: `${canary} pass`, name: canary })
    await owner.get(`/auth/me?x=${canary}`, { headers: { 'user-agent': canary, traceparent: canary } })
    await owner.get(`/${canary}`)
    await owner.get(`/auth/oauth/${canary}`)
    await browser().post('/auth/login', { email: `${canary}@example.com`, password: canary })
    await owner.delete(`/auth/sessions/${canary}`)
    const text = await scrape()
    const ids = (await sql(`SELECT id FROM accounts UNION ALL SELECT id FROM sessions`)).map((row) => String(row['id']))
    expect(ids).toHaveLength(2)
    for (const secret of [canary, 'example.com', '127.0.0.1', ...owner.jar.values(), ...ids]) expect(text).not.toContain(secret)
  })
})

describe('GET /auth/me', () => {
  it('does one query with metrics on, too', async () => {
    const { signedUp, queries } = await measured()
    const browser = await signedUp()
    const before = queries()
    expect((await browser.get('/auth/me')).status).toBe(200)
    expect(queries() - before).toBe(1)
  })
})
