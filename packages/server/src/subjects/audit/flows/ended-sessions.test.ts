import { describe, expect, it } from 'vitest'
import { administered } from '../../../../test/support/administered.ts'
import type { Browser } from '../../../../test/support/browser.ts'
import { NEW_PASSWORD } from '../../../../test/support/mailed-codes.ts'
import { moving, signIn } from '../../../../test/support/moving.ts'
import { PageVisitor } from '../../../../test/support/page-visitor.ts'
import { watched } from '../../../../test/support/reported.ts'
import { PASSWORD } from '../../../../test/support/world.ts'
import type { EndReason } from '../../../gate/sessions/end-reasons.ts'

const DAY = 86_400_000
const EMAIL = 'ada@example.com'

const sessionIdOf = async (browser: Browser): Promise<string> => (await browser.get('/auth/me')).body.session.id

/** Ada in two browsers, and an administrator. */
async function scene(env: Record<string, string> = {}) {
  const here = await administered(env)
  const other = here.browser()
  await signIn(other)
  const reset = async (by = here.browser()) => {
    await by.post('/auth/forgot-password', { email: EMAIL })
    const { code } = await here.mail.newest(EMAIL)
    return by.post('/auth/reset-password', { code, newPassword: NEW_PASSWORD })
  }
  return { ...here, other, reset }
}

type Scene = Awaited<ReturnType<typeof scene>>
type Sql = Scene['sql']

const causes: Readonly<Partial<Record<EndReason, (here: Scene) => Promise<unknown>>>> = {
  ended_by_owner: async ({ ada, other }) => ada.delete(`/auth/sessions/${await sessionIdOf(other)}`),
  ended_by_administrator: async ({ root, other, adaId }) =>
    root.delete(`/admin/users/${adaId}/sessions/${await sessionIdOf(other)}`),
  password_changed: ({ ada }) => ada.post('/auth/change-password', { oldPassword: PASSWORD, newPassword: NEW_PASSWORD }),
  password_reset: async ({ sql, reset }) => {
    await sql(`UPDATE accounts SET mailbox_proved_at = 1`)
    await reset()
  },
  mailbox_proved: ({ reset }) => reset(),
  factors_changed: ({ ada }) => ada.post('/auth/2fa/enable', { password: PASSWORD }),
  factors_reset: ({ root, adaId }) => root.delete(`/admin/users/${adaId}/factors`),
  email_changed: ({ root, adaId }) => root.send('PATCH', `/admin/users/${adaId}/email`, { email: 'ada@example.org' }),
  banned: ({ root, adaId }) => root.send('PATCH', `/admin/users/${adaId}/ban`, { reason: 'a word among administrators' }),
  idle: async ({ other, clock }) => {
    clock.advance(31 * DAY)
    for (let n = 0; n < 2; n++) expect((await other.clone().post('/auth/refresh')).body.error).toBe('refresh_expired')
  },
  max_lifetime: async ({ other, clock }) => {
    for (let n = 0; n < 3; n++) {
      clock.advance(29 * DAY)
      await other.post('/auth/refresh')
    }
    clock.advance(4 * DAY)
    for (let n = 0; n < 2; n++) expect((await other.clone().post('/auth/refresh')).body.error).toBe('max_lifetime_exceeded')
  },
}

const reasonsIn = async (sql: Sql): Promise<unknown[]> =>
  (await sql(`SELECT reason FROM activity WHERE type = 'session.revoked' ORDER BY created_at, id`)).map(({ reason }) => reason)

describe('the activity says why a session ended', () => {
  it.each(Object.entries(causes))('%s, once', async (reason, cause) => {
    const here = await scene()
    await cause(here)
    expect(await reasonsIn(here.sql)).toEqual([reason])
  })

  it('session_cap', async () => {
    const { sql, browser } = await scene({ SESSION_MAX_PER_ACCOUNT: '2' })
    await signIn(browser())
    expect(await reasonsIn(sql)).toEqual(['session_cap'])
  })

  it('replaced', async () => {
    const { ada, sql, mail } = await scene()
    await ada.post('/auth/resend-verification')
    await ada.post('/auth/verify-email', { code: (await mail.newest(EMAIL)).code })
    expect(await reasonsIn(sql)).toEqual(['replaced'])
  })

  it('device_reported', async () => {
    const { intruded, report, sql } = await watched()
    await report((await intruded()).code)
    expect(await reasonsIn(sql)).toEqual(['device_reported'])
  })

  it('email_reverted', async () => {
    const { move, revert, sql } = await moving({ EMAIL_CHANGE_CONFIRM: 'new' })
    const { revertCode } = await move()
    await revert(revertCode)
    expect(await reasonsIn(sql)).toEqual(['email_reverted'])
  })

  it('at the route and on the page, in words', async () => {
    const { ada, other } = await scene()
    await ada.delete(`/auth/sessions/${await sessionIdOf(other)}`)
    const { body } = await ada.get('/auth/activity?type=session.revoked')
    expect(body.events).toMatchObject([{ type: 'session.revoked', reason: 'ended_by_owner', by: 'you' }])
    const page = await new PageVisitor(ada).open('/account/activity?type=session.revoked')
    expect(page.section('activity').text).toContain('Session ended You ended it from your account. You')
  })
})
