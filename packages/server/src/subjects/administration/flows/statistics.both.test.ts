import { describe, expect, it } from 'vitest'
import { ADA, administered } from '../../../../test/support/administered.ts'
import { DAY, invited } from '../../../../test/support/invited.ts'
import { oauthWorld } from '../../../../test/support/oauth-world.ts'
import { PASSWORD, type World } from '../../../../test/support/world.ts'

interface Day {
  readonly day: string
  readonly signUps: number
  readonly signIns: number
}

/** The days on which anything happened. */
const busy = (days: readonly Day[]): Day[] => days.filter(({ signUps, signIns }) => signUps + signIns > 0)

const addEvent = ({ sql }: Pick<World, 'sql'>, type: string, at: string, success = 1) =>
  sql(
    `INSERT INTO audit_events (id, type, success, ip, user_agent, request_id, metadata, created_at) VALUES (?, ?, ?, '', '', '', '{}', ?)`,
    [crypto.randomUUID(), type, success, Date.parse(at)],
  )

describe('GET /admin/statistics', () => {
  it('counts accounts, and the sign-ups and sign-ins of thirty days that end today', async () => {
    const { root } = await administered()
    const { status, body } = await root.get('/admin/statistics')
    expect({ status, ...body }).toMatchObject({ status: 200, accounts: 2, pendingInvites: 0 })
    expect(body.days).toHaveLength(30)
    expect(body.days[0]).toEqual({ day: '2029-12-03', signUps: 0, signIns: 0, failedSignIns: 0 })
    expect(body.days[29]).toEqual({ day: '2030-01-01', signUps: 2, signIns: 1, failedSignIns: 0 })
  })

  it('counts who is active today and lately, each once, by sign-ins, refreshes and checks, and those before', async () => {
    const { root, ada, browser, clock, depsFor } = await administered()
    const active = async () => {
      await depsFor().activeAccounts.flush()
      const { body } = await root.get('/admin/statistics')
      return body.activeUsers
    }
    expect(await active()).toEqual([
      { days: 1, users: 2, previous: null },
      { days: 7, users: 2, previous: null },
      { days: 30, users: 2, previous: null },
    ])
    clock.advance(DAY - 60_000) // still the first day, and its sessions live
    await ada.get('/auth/me')
    await browser().post('/auth/login', { email: ADA, password: PASSWORD })
    clock.advance(60_000)
    await root.post('/auth/refresh')
    expect(await active()).toMatchObject([{ users: 1, previous: 2 }, { users: 2 }, { users: 2 }])
    await ada.post('/auth/refresh')
    expect(await active()).toMatchObject([{ users: 2, previous: 2 }, { users: 2 }, { users: 2 }])
    clock.advance(13 * DAY)
    await root.post('/auth/refresh')
    expect(await active()).toMatchObject([
      { users: 1, previous: 0 },
      { users: 1, previous: 2 },
      { users: 2, previous: null },
    ])
  })

  it('puts an event where its day in UTC is, and forgets it after thirty', async () => {
    const here = await administered()
    await addEvent(here, 'login.success', '2029-12-02T23:59:59.999Z')
    await addEvent(here, 'login.success', '2029-12-03T00:00:00.000Z')
    await addEvent(here, 'user.registered', '2029-12-03T23:59:59.999Z')
    await addEvent(here, 'user.registered', '2029-12-04T00:00:00.000Z')
    await here.purge.run() // counts days anew, also for what was written without counting
    const { body } = await here.root.get('/admin/statistics')
    expect(busy(body.days).slice(0, -1)).toEqual([
      { day: '2029-12-03', signUps: 1, signIns: 1, failedSignIns: 0 },
      { day: '2029-12-04', signUps: 1, signIns: 0, failedSignIns: 0 },
    ])
  })

  it('counts a sign-in once, whether it owes a second factor or not, and one that failed apart from them', async () => {
    const { root, browser, mail, sql, clock, adaId } = await administered()
    clock.advance(DAY)
    const visitor = browser()
    await visitor.post('/auth/login', { email: ADA, password: 'another one 1' })
    await visitor.post('/auth/login', { email: ADA, password: PASSWORD })
    expect((await root.get('/admin/statistics')).body.days.at(-1)).toMatchObject({
      day: '2030-01-02',
      signIns: 1,
      failedSignIns: 1,
    })
    await sql(`UPDATE accounts SET two_factor_enabled_at = 1 WHERE id = ?`, [adaId])
    const { body } = await visitor.post('/auth/login', { email: ADA, password: PASSWORD })
    await visitor.post('/auth/2fa/verify', { challengeId: body.challengeId, code: (await mail.newest(ADA)).code })
    expect((await root.get('/admin/statistics')).body.days.at(-1)).toMatchObject({ signUps: 0, signIns: 2 })
  })

  it('counts sign-ins with a provider, and not those that came to nothing', async () => {
    const { signIn, browser, sql } = await oauthWorld({ env: { DISABLE_ADMIN_TWO_FACTOR: 'true' } })
    const ada = browser()
    await signIn(ada)
    await ada.get('/auth/oauth/corp/callback?error=access_denied')
    await sql(`UPDATE accounts SET role = 'admin'`)
    expect((await ada.get('/admin/statistics')).body.days.at(-1)).toMatchObject({ day: '2030-01-01', signUps: 1, signIns: 1 })
  })

  it('counts every failure that one event stands for, and again when days are counted anew', async () => {
    const { root, browser, clock, purge } = await administered()
    for (let n = 0; n < 5; n++) await browser().post('/auth/login', { email: n < 3 ? ADA : 'nobody@example.com', password: 'x' })
    await browser().post('/auth/admin/login', { email: ADA, password: PASSWORD })
    const failed = async (at: number) => (await root.get('/admin/statistics')).body.days.at(at).failedSignIns
    expect(await failed(-1)).toBe(6)
    clock.advance(DAY)
    await purge.run()
    expect(await failed(-2)).toBe(6)
  })

  it.each([7, 30, 90])('counts %i days where it is asked for them, and what was in as many before', async (length) => {
    const here = await administered()
    const ago = (days: number) => new Date(here.clock.now() - days * DAY).toISOString()
    for (const days of [length - 1, length, 2 * length - 1, 2 * length]) await addEvent(here, 'user.registered', ago(days))
    await addEvent(here, 'login.failed', ago(length), 0)
    await here.purge.run()
    const { body } = await here.root.get(`/admin/statistics?days=${length}`)
    expect(body.days).toHaveLength(length)
    expect(body.days[0]).toMatchObject({ signUps: 1 })
    expect(body.previous).toEqual({ signUps: 2, signIns: 0, failedSignIns: 1 })
  })

  it('compares with nothing where the log does not reach back so far', async () => {
    const { root } = await administered({ AUDIT_RETENTION: '59d' })
    expect((await root.get('/admin/statistics')).body.previous).toBeNull()
    expect((await root.get('/admin/statistics?days=7')).body.previous).not.toBeNull()
  })

  it('answers invalid_input 400 to other periods', async () => {
    const { root } = await administered()
    expect(await root.get('/admin/statistics?days=31')).toMatchObject({ status: 400, body: { error: 'invalid_input' } })
  })

  it('says which version it is, and whether mail waits', async () => {
    const { root, sql, clock } = await administered()
    const { body } = await root.get('/admin/statistics')
    expect(body).toMatchObject({ mail: { waiting: 0, oldestAt: null }, version: expect.stringMatching(/^\d+\.\d+/) })
    await sql(`UPDATE outbox SET done_at = NULL, leased_until = ?`, [clock.now() * 2])
    const later = (await root.get('/admin/statistics')).body
    expect(later.mail).toEqual({ waiting: 1, oldestAt: new Date(clock.now()).toISOString() })
  })

  it('counts the invites that can still be accepted', async () => {
    const { admin, clock, inviteId } = await invited()
    await admin.post('/admin/invites', { email: 'another@example.com' })
    expect((await admin.get('/admin/statistics')).body.pendingInvites).toBe(2)
    await admin.delete(`/admin/invites/${inviteId}`)
    expect((await admin.get('/admin/statistics')).body.pendingInvites).toBe(1)
    clock.advance(8 * DAY)
    await admin.post('/auth/login', { email: 'root@example.com', password: PASSWORD })
    expect((await admin.get('/admin/statistics')).body.pendingInvites).toBe(0)
  })
})
