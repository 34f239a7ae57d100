import { describe, expect, it } from 'vitest'
import { EMAIL } from '../../../../test/support/factored.ts'
import { inUse } from '../../../../test/support/in-use.ts'
import { DAY, moving, NEW } from '../../../../test/support/moving.ts'

describe('POST /auth/email/change', () => {
  it('answers 200, mails both mailboxes a code after a password, and changes nothing yet', async () => {
    const { owner, ask, mail, clock, auditTypes } = await moving()
    const { reply, newCode, oldCode } = await ask()
    expect(reply).toMatchObject({ status: 200, body: { confirm: ['new', 'old'] }, setCookies: [] })
    expect(reply.body.expiresAt).toBe(new Date(clock.now() + 3_600_000).toISOString())
    expect([newCode, oldCode]).toEqual([expect.stringMatching(/^[0-9A-Z-]{14}$/), expect.stringMatching(/^[0-9A-Z-]{14}$/)])
    expect((await mail.newest(NEW)).link).toBe(`http://localhost:3000/change-email#code=${newCode}`)
    expect((await mail.newest(EMAIL)).text).toContain(NEW)
    expect((await mail.newest(NEW)).raw).not.toContain(EMAIL)
    expect((await owner.get('/auth/me')).body.email).toBe(EMAIL)
    expect(await auditTypes()).toContain('email.change.requested')
  })

  it('writes no address to the log, but the same mark for the same one', async () => {
    const { ask, sql } = await moving()
    await ask()
    await ask('other@example.org')
    await ask()
    const rows = await sql(`SELECT metadata FROM audit_events WHERE type = 'email.change.requested' ORDER BY created_at, id`)
    const marks = rows.map(({ metadata }) => String(metadata))
    expect(marks[0]).toBe(marks[2])
    expect(marks[0]).not.toBe(marks[1])
    expect(marks.join()).not.toContain('example')
  })

  it.each(['', 'nonsense', 'a@b', `${'a'.repeat(250)}@example.com`, '\u0000@example.com'])(
    'answers invalid_email 400 to %j',
    async (email) => {
      const { owner } = await moving()
      expect(await owner.post('/auth/email/change', { email })).toMatchObject({ status: 400, body: { error: 'invalid_email' } })
      expect((await owner.get('/auth/email/change')).body).toEqual({ pending: null })
    },
  )

  it.each([EMAIL, ' ADA@Example.com '])('answers same_email 400 to %j, which is the own one', async (email) => {
    const { owner } = await moving()
    expect(await owner.post('/auth/email/change', { email })).toMatchObject({ status: 400, body: { error: 'same_email' } })
  })

  it('answers step_up_required 403 after a while, and session_expired 401 without a session', async () => {
    const { owner, browser, clock } = await moving()
    clock.advance(11 * 60_000)
    expect((await owner.post('/auth/email/change', { email: NEW })).body.error).toBe('step_up_required')
    expect((await browser().post('/auth/email/change', { email: NEW })).body.error).toBe('session_expired')
  })

  it('answers email_failed 500 when no mail can leave, and nothing waits', async () => {
    const { owner, mail } = await moving()
    await mail.goAway()
    expect(await owner.post('/auth/email/change', { email: NEW })).toMatchObject({ status: 500, body: { error: 'email_failed' } })
    expect((await owner.get('/auth/email/change')).body.pending).toBeNull()
  })

  it('answers rate_limit_exceeded 429 to the fourth of a day', async () => {
    const { owner, clock } = await moving({ RATE_LIMITS: 'true' })
    const ask = (n: number) => owner.post('/auth/email/change', { email: `ada${n}@example.org` })
    for (const n of [1, 2, 3]) expect((await ask(n)).status).toBe(200)
    expect(await ask(4)).toMatchObject({ status: 429, body: { error: 'rate_limit_exceeded' } })
    expect((await owner.get('/auth/email/change')).body.pending.newEmail).toBe('ada3@example.org')
    clock.advance(DAY)
    await owner.post('/auth/step-up', { password: 'correct horse 1' })
    expect((await ask(5)).status).toBe(200)
  })

  it('answers rate_limit_exceeded 429 to the sixth of an hour for one address, no matter who asks, taken or not', async () => {
    const { signedUp, clock } = await moving({ RATE_LIMITS: 'true' })
    const people = await Promise.all([1, 2, 3, 4].map((n) => signedUp(`p${n}@example.com`)))
    const [last] = people
    for (const email of [NEW, EMAIL]) {
      for (const one of people.slice(1)) await one.post('/auth/email/change', { email })
      for (const one of people.slice(2)) expect((await one.post('/auth/email/change', { email })).status).toBe(200)
      expect((await last?.post('/auth/email/change', { email }))?.status).toBe(429)
      for (const one of people) await one.delete('/auth/email/change')
      clock.advance(DAY)
      for (const one of people) await one.post('/auth/step-up', { password: 'correct horse 1' })
    }
  })

  it('is 405 method_disabled with EMAIL_CHANGE off, before anything else', async () => {
    const { owner, browser } = await moving({ EMAIL_CHANGE: 'false' })
    const off = { status: 405, body: { error: 'method_disabled' } }
    for (const one of [owner, browser()]) {
      expect(await one.post('/auth/email/change', { email: NEW })).toMatchObject(off)
      expect(await one.get('/auth/email/change')).toMatchObject(off)
      expect(await one.delete('/auth/email/change')).toMatchObject(off)
      expect(await one.post('/auth/email/change/confirm', { code: 'x' })).toMatchObject(off)
      expect((await one.post('/auth/email/change/revert', { code: 'x' })).body.error).toBe('code_invalid')
    }
  })
})

describe('an address that is taken', () => {
  it('gets the same answer, and the same that waits; its owner is told once a day, and no code exists', async () => {
    const { owner, signedUp, mail, outbox, countOf, confirm, sql, clock } = await moving()
    await signedUp('bob@example.com')
    const free = await owner.post('/auth/email/change', { email: 'free@example.org' })
    const waiting = (await owner.get('/auth/email/change')).body.pending
    const taken = await owner.post('/auth/email/change', { email: 'bob@example.com' })
    expect(taken.text).toBe(free.text)
    expect((await owner.get('/auth/email/change')).body.pending).toEqual({ ...waiting, newEmail: 'bob@example.com' })
    const told = await mail.newest('bob@example.com')
    expect([told.code, told.link]).toEqual(['', ''])
    expect(told.raw).not.toContain(EMAIL)
    const approval = await mail.newest(EMAIL, 2)
    expect(countOf(EMAIL)).toBe(2)
    expect((await confirm(approval.code)).body).toMatchObject({ completed: false })

    await owner.post('/auth/email/change', { email: 'bob@example.com' })
    await mail.newest(EMAIL, 3)
    await outbox.idle()
    expect(countOf('bob@example.com')).toBe(1)
    expect(await sql(`SELECT id FROM outbox WHERE outcome = 'decoy'`)).toHaveLength(1)
    clock.advance(DAY)
    await owner.post('/auth/step-up', { password: 'correct horse 1' })
    await owner.post('/auth/email/change', { email: 'bob@example.com' })
    await mail.newest('bob@example.com', 2)
  })

  it('costs as many statements as one that is free', async () => {
    const { owner, signedUp, statements, ...here } = await moving()
    await inUse(here)
    await signedUp('bob@example.com')
    const costOf = async (email: string) => {
      const before = statements().length
      await owner.post('/auth/email/change', { email })
      return statements()
        .slice(before)
        .filter((text) => !text.includes('outbox SET') && !text.includes('FROM outbox'))
    }
    await costOf('first@example.org')
    expect(await costOf('bob@example.com')).toEqual(await costOf('free@example.org'))
  })
})

describe('GET and DELETE /auth/email/change', () => {
  it('show what waits and what is confirmed, and cancel it', async () => {
    const { owner, ask, confirm, auditTypes } = await moving()
    expect((await owner.get('/auth/email/change')).body).toEqual({ pending: null })
    const { reply, newCode, oldCode } = await ask()
    const pending = { newEmail: NEW, confirm: ['new', 'old'], confirmed: [], expiresAt: reply.body.expiresAt }
    expect((await owner.get('/auth/email/change')).body).toEqual({ pending })
    await confirm(oldCode)
    expect((await owner.get('/auth/email/change')).body).toEqual({ pending: { ...pending, confirmed: ['old'] } })
    expect(await owner.delete('/auth/email/change')).toMatchObject({ status: 200, body: { message: expect.any(String) } })
    expect((await owner.get('/auth/email/change')).body).toEqual({ pending: null })
    expect(await confirm(newCode)).toMatchObject({ status: 400, body: { error: 'code_invalid' } })
    expect(await auditTypes()).toContain('email.change.cancelled')
    expect((await owner.delete('/auth/email/change')).status).toBe(200)
  })

  it('show nothing that has expired, and answer session_expired 401 without a session', async () => {
    const { owner, browser, ask, clock } = await moving()
    await ask()
    clock.advance(3_600_000)
    expect((await owner.get('/auth/email/change')).body).toEqual({ pending: null })
    for (const method of ['GET', 'DELETE'])
      expect((await browser().send(method, '/auth/email/change')).body.error).toBe('session_expired')
  })
})
