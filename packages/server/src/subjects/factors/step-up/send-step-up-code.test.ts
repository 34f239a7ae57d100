import { describe, expect, inject, it } from 'vitest'
import type { Browser } from '../../../../test/support/browser.ts'
import { ADA, oauthWorld } from '../../../../test/support/oauth-world.ts'
import { elevatedUntil, STEP_UP_MS, stepUp } from '../../../../test/support/stepped-up.ts'

const EMAIL = 'ada@example.com'
const MINUTE = 60_000
const WRONG = 'AAAA-AAAA-AAAA'
const INVALID = { status: 400, body: { error: 'two_factor_code_invalid' } }

/** Spends a code as soon as a guess at it was counted, as another request may. */
const SPENT_BETWEEN = {
  sqlite: [`CREATE TRIGGER spent AFTER UPDATE OF guesses ON codes BEGIN UPDATE codes SET used_at = 1 WHERE id = NEW.id; END`],
  postgres: [
    `CREATE FUNCTION spent() RETURNS trigger AS $$ BEGIN UPDATE codes SET used_at = 1 WHERE id = NEW.id; RETURN NULL; END $$ LANGUAGE plpgsql`,
    `CREATE TRIGGER spent AFTER UPDATE OF guesses ON codes FOR EACH ROW EXECUTE FUNCTION spent()`,
  ],
}

/** Ada, who came in through a provider a while ago and has no password. */
async function withoutPassword(env: Record<string, string> = {}) {
  const here = await oauthWorld({ withMail: true, env })
  const ada = await here.newcomer()
  here.clock.advance(STEP_UP_MS)
  const send = (by: Browser = ada) => by.post('/auth/step-up/send')
  let mails = 0
  /** Asks for a code and opens the mail that it comes in. */
  const mailed = async (by: Browser = ada): Promise<string> => {
    await send(by)
    return (await here.mail.newest(EMAIL, ++mails)).code
  }
  /** Another session of the same account. */
  const elsewhere = async (): Promise<Browser> => {
    const other = here.browser()
    await here.signIn(other, ADA)
    return other
  }
  const events = (type: string) => here.sql(`SELECT * FROM audit_events WHERE type = ?`, [type])
  return { ...here, ada, send, mailed, elsewhere, events }
}

describe('POST /auth/step-up/send', () => {
  it('mails a code to an account without a password', async () => {
    const { ada, send, mail, clock } = await withoutPassword()
    const reply = await send()
    expect(reply).toMatchObject({ status: 200, setCookies: [] })
    const expiresAt = new Date(clock.now() + 10 * MINUTE).toISOString()
    expect(reply.body).toEqual({ codeSent: true, expiresAt, message: 'We have sent you a code.' })
    const { code, link } = await mail.newest(EMAIL)
    expect(code).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/)
    expect(link).toBe(`http://localhost:3000/step-up?sent=before#code=${code}`)
    expect(await elevatedUntil(ada)).toBeNull()
  })

  it('leaves a code in place that still works, and sends another when it no longer does', async () => {
    const { ada, send, mailed, clock, mail } = await withoutPassword()
    const first = await mailed()
    clock.advance(MINUTE)
    expect((await send()).body).toMatchObject({ codeSent: false, expiresAt: new Date(clock.now() + 9 * MINUTE).toISOString() })
    expect(mail.mails).toHaveLength(1)
    clock.advance(9 * MINUTE)
    expect(await stepUp(ada, { code: first })).toMatchObject(INVALID)
    expect((await send()).body.codeSent).toBe(true)
    expect((await stepUp(ada, { code: (await mail.newest(EMAIL, 2)).code })).status).toBe(200)
  })

  it('answers 401 session_expired without a session, and 400 step_up_method to an account with a password', async () => {
    const { send, browser, signedUp, mail } = await withoutPassword()
    expect(await send(browser())).toMatchObject({ status: 401, body: { error: 'session_expired' } })
    expect(await send(await signedUp('bob@example.com'))).toMatchObject({ status: 400, body: { error: 'step_up_method' } })
    expect(mail.mails).toEqual([])
  })

  it('answers 500 email_failed when the mail does not leave, and a retry works', async () => {
    const { ada, send, mail, sql, mailed } = await withoutPassword()
    mail.treat('rejects the mail')
    expect(await send()).toMatchObject({ status: 500, body: { error: 'email_failed' } })
    expect(await sql(`SELECT id FROM codes`)).toEqual([])
    mail.treat('accepts')
    expect((await stepUp(ada, { code: await mailed() })).status).toBe(200)
  })

  it('mails no more often than other codes', async () => {
    const { ada, send, elsewhere, clock } = await withoutPassword({ RATE_LIMITS: 'true' })
    const other = await elsewhere()
    expect((await send(ada)).body.codeSent).toBe(true)
    expect(await send(other)).toMatchObject({ status: 429, headers: { 'retry-after': '60' } })
    expect((await send(ada)).body.codeSent).toBe(false)
    clock.advance(MINUTE)
    expect((await send(other)).body.codeSent).toBe(true)
  })
})

describe('POST /auth/step-up with a mailed code', () => {
  it.each([{}, { method: 'email' }])('raises the session that asked for it, once (%j)', async (more) => {
    const { ada, mailed, clock, events } = await withoutPassword()
    const code = await mailed()
    const reply = await stepUp(ada, { code, ...more })
    expect(reply).toMatchObject({ status: 200, setCookies: [] })
    expect(reply.body).toEqual({ elevatedUntil: new Date(clock.now() + STEP_UP_MS).toISOString() })
    expect(await stepUp(ada, { code, ...more })).toMatchObject(INVALID)
    expect(await events('step_up.success')).toMatchObject([{ metadata: '{"method":"email"}' }])
    expect(await events('step_up.failed')).toHaveLength(1)
  })

  it('answers 400 two_factor_code_invalid where none was asked for, or nothing was typed', async () => {
    const { ada, mailed } = await withoutPassword()
    expect(await stepUp(ada, { code: WRONG })).toMatchObject(INVALID)
    await mailed()
    for (const body of [{}, { code: '' }, { code: '123456' }]) expect(await stepUp(ada, body)).toMatchObject(INVALID)
  })

  it('works in no other session, of this account or another, and stays good in its own', async () => {
    const { ada, mailed, elsewhere, newcomer, corp } = await withoutPassword()
    const phone = await elsewhere()
    const eve = await newcomer(corp.person({ sub: 'eve', email: 'eve@example.com', email_verified: true, name: 'Eve' }))
    const code = await mailed(ada)
    for (const other of [phone, eve]) expect(await stepUp(other, { code })).toMatchObject(INVALID)
    const phonesOwn = await mailed(phone)
    expect(await stepUp(ada, { code: phonesOwn })).toMatchObject(INVALID)
    expect((await stepUp(ada, { code })).status).toBe(200)
    expect((await stepUp(phone, { code: phonesOwn })).status).toBe(200)
  })

  it('raises nothing when it was spent between its count and its use', async () => {
    const { ada, mailed, sql, events } = await withoutPassword()
    const code = await mailed()
    for (const statement of SPENT_BETWEEN[inject('engine')]) await sql(statement)
    expect(await stepUp(ada, { code })).toMatchObject(INVALID)
    expect([await elevatedUntil(ada), await events('step_up.success')]).toEqual([null, []])
  })

  it('ends with its session', async () => {
    const { ada, mailed, elsewhere } = await withoutPassword()
    const code = await mailed()
    await ada.post('/auth/logout')
    expect(await stepUp(ada, { code })).toMatchObject({ status: 401, body: { error: 'session_expired' } })
    expect(await stepUp(await elsewhere(), { code })).toMatchObject(INVALID)
  })

  it('ends when the account gets a password', async () => {
    const { ada, mailed, mail, sql } = await withoutPassword()
    const code = await mailed()
    const { id } = (await ada.get('/auth/me')).body
    await ada.post('/auth/set-password/request')
    const first = (await mail.newest(EMAIL, 2)).code
    await ada.post('/auth/set-password/confirm', { userId: id, code: first, newPassword: 'battery staple 2' })
    expect(await stepUp(ada, { code })).toMatchObject({ status: 400, body: { error: 'step_up_method' } })
    expect(await sql(`SELECT id FROM codes WHERE used_at IS NULL`)).toEqual([])
  })

  it('is evaluated five times: after five wrong ones the right one is refused, and another can be had', async () => {
    const { ada, mailed, send, mail, elsewhere } = await withoutPassword()
    const code = await mailed()
    const phone = await elsewhere()
    for (let n = 0; n < 4; n++) await stepUp(phone, { code }) // guesses of another session cost this one nothing
    for (let n = 0; n < 5; n++) expect(await stepUp(ada, { code: WRONG })).toMatchObject(INVALID)
    expect(await stepUp(ada, { code })).toMatchObject(INVALID)
    expect((await send()).body.codeSent).toBe(true)
    expect((await stepUp(ada, { code: (await mail.newest(EMAIL, 2)).code })).status).toBe(200)
  })

  it('counts against the second factor of the account, over all sessions, and the right one is given back', async () => {
    const mails = { LIMIT_MAILS_PER_MINUTE: '100', LIMIT_MAILS_PER_HOUR: '100' }
    const env = { RATE_LIMITS: 'true', LIMIT_SECOND_FACTOR_FAILURES: '3', ...mails }
    const { ada, mailed, elsewhere, clock } = await withoutPassword(env)
    const phone = await elsewhere()
    for (let n = 0; n < 5; n++) expect((await stepUp(ada, { code: await mailed() })).status).toBe(200)
    for (const browser of [ada, phone, ada]) expect(await stepUp(browser, { code: WRONG })).toMatchObject(INVALID)
    const code = await mailed()
    expect(await stepUp(ada, { code })).toMatchObject({ status: 429, body: { error: 'rate_limit_exceeded' } })
    clock.advance(15 * MINUTE)
    expect((await stepUp(ada, { code: await mailed() })).status).toBe(200)
  })
})
