import { describe, expect, it } from 'vitest'
import { held, PASSWORD, world } from '../../../../test/support/world.ts'
import { accountsIn } from '../../../gate/accounts/tables/accounts.ts'

const ada = { email: 'ada@example.com', password: PASSWORD }

describe('POST /auth/login', () => {
  it('answers 200 with user and session and sets fresh cookies', async () => {
    const { browser, signedUp } = await world()
    const first = await signedUp()
    const second = browser()
    const reply = await second.post('/auth/login', ada)

    expect(reply).toMatchObject({ status: 200, body: { user: { email: 'ada@example.com' }, session: { isRevoked: false } } })
    expect(Object.keys(reply.body).sort()).toEqual(['session', 'user'])
    expect([...second.jar.keys()]).toEqual(['app_session', 'app_refresh', '_csrf'])
    for (const name of second.jar.keys()) expect(second.jar.get(name)).not.toBe(first.jar.get(name))
    expect((await second.get('/auth/me')).body.session.id).toBe(reply.body.session.id)
  })

  it('accepts the address in any letter case and with spaces around it', async () => {
    const { browser, signedUp } = await world()
    await signedUp()
    expect((await browser().post('/auth/login', { ...ada, email: ' ADA@Example.com ' })).status).toBe(200)
  })

  it.each([
    ['composed', 'decomposed', 'caf\u00e9 au lait 1', 'cafe\u0301 au lait 1'],
    ['decomposed', 'composed', 'cafe\u0301 au lait 1', 'caf\u00e9 au lait 1'],
  ])('accepts a password that was registered %s and is typed %s', async (_was, _is, registered, typed) => {
    const { browser } = await world()
    await browser().post('/auth/register', { ...ada, name: 'Ada', password: registered })
    expect((await browser().post('/auth/login', { ...ada, password: typed })).status).toBe(200)
  })

  it('never trims or cuts the password', async () => {
    const { browser, signedUp } = await world()
    await signedUp()
    expect((await browser().post('/auth/login', { ...ada, password: `${PASSWORD} ` })).status).toBe(401)
  })

  it('answers invalid_credentials with the same bytes, headers and hash calls, whatever is wrong', async () => {
    const { browser, signedUp, sql, hasher } = await world()
    await signedUp()
    await signedUp('no-password@example.com')
    await sql(`UPDATE accounts SET password_hash = NULL WHERE email = 'no-password@example.com'`)

    const attempts = [
      { email: ada.email, password: 'wrong horse 1' },
      { email: 'nobody@example.com', password: PASSWORD },
      { email: 'no-password@example.com', password: PASSWORD },
      { email: 'not an address', password: PASSWORD },
      { email: ada.email, password: '' },
      { email: '', password: '' },
      {},
    ]
    const seen = []
    for (const attempt of attempts) {
      const before = hasher.calls
      const { status, text, headers } = await browser().post('/auth/login', attempt)
      const { 'x-request-id': _id, date: _date, ...rest } = headers
      seen.push({ status, text, headers: rest, hashCalls: hasher.calls - before })
    }
    expect(seen[0]).toMatchObject({ status: 401, hashCalls: 1 })
    expect(JSON.parse(seen[0]?.text ?? '')).toEqual({ error: 'invalid_credentials', message: expect.any(String) })
    for (const one of seen) expect(one).toEqual(seen[0])
  })

  it('writes one audit row for each failure, known address or not, without what was typed', async () => {
    const { browser, signedUp, sql, clock } = await world()
    const me = await (await signedUp()).get('/auth/me')
    await browser().post('/auth/login', { ...ada, password: 'typed secret 1' })
    clock.advance(1)
    await browser().post('/auth/login', { email: 'typed@example.com', password: 'typed secret 1' })

    const rows = await sql(`SELECT * FROM audit_events WHERE type = 'login.failed' ORDER BY created_at, id`)
    expect(rows.map((row) => [row['success'], row['target_user_id']])).toEqual([
      [0, me.body.id],
      [0, null],
    ])
    expect(JSON.stringify(rows)).not.toContain('typed')
  })

  it('answers user_banned 403 only after the right password', async () => {
    const { browser, signedUp, sql } = await world()
    await signedUp()
    await sql(`UPDATE accounts SET banned_at = 1`)
    expect(await browser().post('/auth/login', { ...ada, password: 'wrong horse 1' })).toMatchObject({ status: 401 })
    expect(await browser().post('/auth/login', ada)).toMatchObject({
      status: 403,
      body: { error: 'user_banned' },
      setCookies: [],
    })
    expect(await sql(`SELECT metadata FROM audit_events WHERE metadata LIKE '%banned%'`)).toHaveLength(1)
  })

  it('is never disabled by the registration switches', async () => {
    const open = await world()
    await open.signedUp()
    const { browser } = await world({
      databaseUrl: open.database.url,
      env: { ENABLE_EMAIL_PASSWORD: 'false', ALLOW_PUBLIC: 'false' },
    })
    expect((await browser().post('/auth/login', ada)).status).toBe(200)
  })

  it('issues no session when the password changed while the old one was being hashed', async () => {
    const { browser, signedUp, sql, hasher, depsFor, clock } = await world()
    const me = await (await signedUp()).get('/auth/me')
    hasher.afterNext = async () => {
      await depsFor().store.transaction((tx) => accountsIn(tx).setPassword(me.body.id, 'another hash', clock.now()))
    }
    const victim = browser()
    expect(await victim.post('/auth/login', ada)).toMatchObject({
      status: 401,
      body: { error: 'invalid_credentials' },
      setCookies: [],
    })
    expect(await sql(`SELECT id FROM sessions WHERE id <> ?`, [me.body.session.id])).toEqual([])
  })

  it.each([
    ['banned', `UPDATE accounts SET banned_at = 1`, 403],
    ['deleted', `DELETE FROM accounts`, 401],
  ])('issues no session when the account was %s while the password was being hashed', async (_what, statement, status) => {
    const { browser, signedUp, sql, hasher } = await world()
    const { body: me } = await (await signedUp()).get('/auth/me')
    hasher.afterNext = async () => void (await sql(statement))
    expect((await browser().post('/auth/login', ada)).status).toBe(status)
    expect(await sql(`SELECT id FROM sessions WHERE id <> ?`, [me.session.id])).toEqual([])
  })

  it('hashes the password again at the next good login when the cost has changed, and only then', async () => {
    const cheap = await world()
    await cheap.signedUp()
    const [before] = await cheap.sql(`SELECT password_hash FROM accounts`)
    const { browser, sql, hasher } = await world({ databaseUrl: cheap.database.url, timeCost: 2 })

    await browser().post('/auth/login', { ...ada, password: 'wrong horse 1' })
    expect(await sql(`SELECT password_hash FROM accounts`)).toEqual([before])
    hasher.calls = 0
    expect((await browser().post('/auth/login', ada)).status).toBe(200)
    expect(hasher.calls).toBe(2)
    expect((await sql(`SELECT password_hash FROM accounts`))[0]?.['password_hash']).toMatch(/^\$argon2id\$v=19\$m=64,t=2,p=1\$/)
    expect((await browser().post('/auth/login', ada)).status).toBe(200)
    expect(hasher.calls).toBe(3)
  })

  it('answers overloaded 503 with Retry-After when the hash queue is full, and serves reads meanwhile', async () => {
    const { browser, signedUp, hasher } = await world({ env: { HASH_CONCURRENCY: '1', HASH_QUEUE: '1' } })
    const signedIn = await signedUp()
    const gate = held()
    hasher.afterNext = () => gate.released
    const before = hasher.calls
    const running = browser().post('/auth/login', ada)
    await expect.poll(() => hasher.calls).toBe(before + 1)
    const others = [browser().post('/auth/login', ada), browser().post('/auth/login', ada)]

    const refused = await Promise.race(others)
    expect(refused).toMatchObject({ status: 503, body: { error: 'overloaded' } })
    expect(refused.headers['retry-after']).toBe('1')
    expect((await signedIn.get('/auth/me')).status).toBe(200)
    gate.release()
    expect((await Promise.all([running, ...others])).map(({ status }) => status).sort()).toEqual([200, 200, 503])
  })
})
