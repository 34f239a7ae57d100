import { describe, expect, it } from 'vitest'
import { administered } from '../../../../test/support/administered.ts'
import type { Browser } from '../../../../test/support/browser.ts'
import { addPasskey, enterByPasskey } from '../../../../test/support/factored.ts'
import { PASSWORD, world } from '../../../../test/support/world.ts'

const sessionIdOf = async (browser: Browser): Promise<string> => (await browser.get('/auth/me')).body.session.id

/** Ada in two browsers. */
async function twice() {
  const here = await world()
  const ada = await here.signedUp()
  here.clock.advance(1000)
  const other = here.browser()
  await other.post('/auth/login', { email: 'ada@example.com', password: PASSWORD })
  const otherId = await sessionIdOf(other)
  const rename = (name: unknown, id = otherId, by = ada) => by.send('PATCH', `/auth/sessions/${id}`, { name })
  return { ...here, ada, other, otherId, rename }
}

const RENAMED = { type: 'session.renamed' }

describe('PATCH /auth/sessions/{id}', () => {
  it('names a session of the account, which its owner sees in the list', async () => {
    const { ada, otherId, rename, sql } = await twice()
    const reply = await rename('  Kitchen laptop ')
    expect(reply).toMatchObject({
      status: 200,
      body: { id: otherId, name: 'Kitchen laptop', method: 'password', isRevoked: false },
    })
    const { sessions } = (await ada.get('/auth/sessions')).body
    expect(sessions).toEqual([reply.body, expect.not.objectContaining({ name: expect.anything() })])
    const [event] = await sql(`SELECT * FROM audit_events WHERE type = 'session.renamed'`)
    expect(event).toMatchObject({
      success: 1,
      session_id: await sessionIdOf(ada),
      metadata: JSON.stringify({ session: otherId }),
    })
  })

  it.each(['', '   ', null, undefined])('takes the name away with %j', async (nothing) => {
    const { ada, rename } = await twice()
    await rename('Kitchen')
    const reply = await rename(nothing)
    expect(reply.status).toBe(200)
    expect(reply.body).not.toHaveProperty('name')
    expect((await ada.get('/auth/sessions')).text).not.toContain('Kitchen')
  })

  it('writes to the log only where something changed', async () => {
    const { rename, auditTypes } = await twice()
    for (const name of ['', 'Kitchen', 'Kitchen', ' Kitchen ', '', '']) expect((await rename(name)).status).toBe(200)
    expect((await auditTypes()).filter((type) => type === RENAMED.type)).toHaveLength(2)
  })

  it('takes sixty characters, whatever they are made of', async () => {
    const { rename } = await twice()
    for (const name of ['x'.repeat(60), '🚲'.repeat(60)]) expect((await rename(name)).body.name).toBe(name)
  })

  it.each(['x'.repeat(61), 'two\nlines', '\u200b', 'a\u202eb', 'a\u0000b'])(
    'answers validation_error 400 to %j',
    async (name) => {
      const { rename, auditTypes } = await twice()
      expect(await rename(name)).toMatchObject({ status: 400, body: { error: 'validation_error' } })
      expect(await auditTypes()).not.toContain(RENAMED.type)
    },
  )

  it('answers invalid_json 400 to what is no text', async () => {
    const { rename } = await twice()
    expect(await rename({ is: 'no text' })).toMatchObject({ status: 400, body: { error: 'invalid_json' } })
  })

  it('answers session_not_found 404 alike for foreign, unknown, ended, expired and malformed ids', async () => {
    const { ada, other, otherId, rename, signedUp, clock, auditTypes } = await twice()
    const eve = await signedUp('eve@example.com')
    const ended = ada.clone()
    await ended.post('/auth/login', { email: 'ada@example.com', password: PASSWORD })
    const endedId = await sessionIdOf(ended)
    await ended.post('/auth/logout')
    const ids = [await sessionIdOf(eve), '01890000-0000-7000-8000-000000000000', endedId, 'nonsense', '%00', 'a%2Fb', "'--"]
    const replies = []
    for (const id of ids) replies.push(await rename('Mine', id))
    clock.advance(29 * 86_400_000)
    await ada.post('/auth/refresh')
    expect((await rename('Mine')).status).toBe(200)
    clock.advance(86_400_000 + 1)
    replies.push(await rename('Late', otherId))
    expect(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(replies[0]).toMatchObject({ status: 404, body: { error: 'session_not_found' } })
    expect((await other.get('/auth/me')).status).toBe(401)
    expect((await auditTypes()).filter((type) => type === RENAMED.type)).toHaveLength(1)
  })

  it('answers session_expired 401 without a session', async () => {
    const { rename, otherId, browser } = await twice()
    expect(await rename('Mine', otherId, browser())).toMatchObject({ status: 401, body: { error: 'session_expired' } })
  })
})

describe('how a session began', () => {
  it('is said in GET /auth/sessions and GET /admin/users/{id}/sessions; the name is for the owner alone', async () => {
    const { ada, adaId, root, browser, sql, clock } = await administered()
    const { authenticator } = await addPasskey(ada)
    clock.advance(1000)
    await enterByPasskey(browser(), authenticator)
    await ada.send('PATCH', `/auth/sessions/${await sessionIdOf(ada)}`, { name: 'Kitchen' })
    const own = (await ada.get('/auth/sessions')).body.sessions
    expect(own).toMatchObject([{ method: 'passkey' }, { method: 'password', name: 'Kitchen' }])
    const seen = await root.get(`/admin/users/${adaId}/sessions`)
    expect(seen.body.sessions).toMatchObject([{ method: 'passkey' }, { method: 'password' }])
    expect(seen.text).not.toContain('Kitchen')
    // From before it was noted.
    await sql(`UPDATE sessions SET method = NULL`)
    expect((await ada.get('/auth/sessions')).body.sessions).toMatchObject([{ method: null }, { method: null }])
  })

  it('is read for lists alone: neither it nor the name is asked for with a request', async () => {
    const { ada, rename, statements, browser } = await twice()
    await rename('Kitchen')
    const before = statements().length
    const login = await browser().post('/auth/login', { email: 'ada@example.com', password: PASSWORD })
    const me = await ada.get('/auth/me')
    const columns = statements()
      .slice(before)
      .filter((text) => /^SELECT.*sessions/s.test(text))
    expect(columns.join('\n')).not.toMatch(/\b(?:s\.|session_)?(?:method|name)\b(?! AS account_name)(?<!a\.name)/)
    for (const { body } of [login, me]) for (const field of ['name', 'method']) expect(body.session).not.toHaveProperty(field)
  })
})
