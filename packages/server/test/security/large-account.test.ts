import { describe, expect, it } from 'vitest'
import { ADA, administered } from '../support/administered.ts'
import type { Reply } from '../support/browser.ts'
import { enlarge, watchRows } from '../support/large-account.ts'
import { NEW_PASSWORD } from '../support/mailed-codes.ts'
import { PASSWORD } from '../support/world.ts'

const SESSIONS = 5000
/** Beside what is the same for everybody: far less than the account has. */
const BOUND = 1100

/** Ada with two browsers, and sessions from a time without a cap. */
async function overgrown(sessions = SESSIONS) {
  const here = await administered()
  const other = here.browser()
  await other.post('/auth/login', { email: ADA, password: PASSWORD })
  await enlarge(here, here.adaId, sessions)
  return { ...here, other }
}

type Large = Awaited<ReturnType<typeof overgrown>>

/** An act of one request, made ready, and whether the session that it came from goes on. */
interface Act {
  readonly what: string
  readonly isKept: boolean
  readonly ready: (here: Large) => Promise<() => Promise<Reply>>
  readonly after?: (here: Large) => Promise<unknown>
}

const ENDINGS: readonly Act[] = [
  {
    what: 'ending all others',
    isKept: true,
    ready:
      async ({ ada }) =>
      () =>
        ada.delete('/auth/sessions'),
  },
  {
    what: 'a change of the password',
    isKept: true,
    ready:
      async ({ ada }) =>
      () =>
        ada.post('/auth/change-password', { oldPassword: PASSWORD, newPassword: NEW_PASSWORD }),
  },
  {
    what: 'a second factor that is switched on',
    isKept: true,
    ready:
      async ({ ada }) =>
      () =>
        ada.post('/auth/2fa/enable', { password: PASSWORD, keepOtherSessions: false }),
  },
  {
    what: 'a reset of the password',
    isKept: false,
    async ready({ browser, mail, outbox }) {
      await browser().post('/auth/forgot-password', { email: ADA })
      await outbox.idle()
      const { code } = await mail.newest(ADA)
      return () => browser().post('/auth/reset-password', { code, newPassword: NEW_PASSWORD })
    },
  },
  {
    what: 'a reset that takes a provider away',
    isKept: false,
    async ready({ browser, mail, outbox, sql, adaId }) {
      await sql(
        `INSERT INTO identities (issuer, subject, provider, account_id, created_at, used_at) VALUES ('i', 's', 'corp', ?, 1, 1)`,
        [adaId],
      )
      await browser().post('/auth/forgot-password', { email: ADA })
      await outbox.idle()
      const { code } = await mail.newest(ADA)
      return () => browser().post('/auth/reset-password', { code, newPassword: NEW_PASSWORD })
    },
  },
  {
    what: 'a ban',
    isKept: false,
    ready:
      async ({ root, adaId }) =>
      () =>
        root.send('PATCH', `/admin/users/${adaId}/ban`),
    after: ({ root, adaId }) => root.send('PATCH', `/admin/users/${adaId}/unban`),
  },
  {
    what: 'an end by an administrator',
    isKept: false,
    ready:
      async ({ root, adaId }) =>
      () =>
        root.delete(`/admin/users/${adaId}/sessions`),
  },
]

describe(`an account with ${SESSIONS} sessions`, () => {
  it.each(ENDINGS)('loses them all by $what, and few rows are written', async ({ ready, isKept, after }) => {
    const here = await overgrown()
    const { ada, other, root, adaId, sql } = here
    const act = await ready(here)
    const touched = await watchRows(here)
    expect((await act()).status).toBe(200)
    expect(await touched()).toBeLessThan(BOUND)
    await after?.(here)

    expect((await other.clone().get('/auth/me')).status).toBe(401)
    expect((await other.post('/auth/refresh')).body.error).toBe('session_revoked')
    expect((await ada.clone().get('/auth/me')).status).toBe(isKept ? 200 : 401)
    expect((await ada.post('/auth/refresh')).status).toBe(isKept ? 200 : 401)
    expect((await root.get(`/admin/users/${adaId}/sessions`)).body.total).toBe(isKept ? 1 : 0)
    expect((await root.get('/auth/me')).status).toBe(200)
    const events = await sql(`SELECT metadata FROM audit_events WHERE type IN ('session.revoked', 'admin.user.sessions_revoked')`)
    expect(events.map(({ metadata }) => JSON.parse(`${metadata}`))).toEqual([expect.objectContaining({ sessions: 1000 })])
  })

  it('is signed in to afterwards, and refreshed', async () => {
    const { ada, browser, clock } = await overgrown()
    await ada.delete('/auth/sessions')
    const again = browser()
    expect((await again.post('/auth/login', { email: ADA, password: PASSWORD })).status).toBe(200)
    clock.advance(25 * 3_600_000)
    for (const one of [ada, again]) expect((await one.post('/auth/refresh')).status).toBe(200)
    expect((await again.get('/auth/sessions')).body.total).toBe(2)
    await ada.delete('/auth/sessions')
    expect((await again.get('/auth/me')).status).toBe(401)
    expect((await ada.get('/auth/me')).status).toBe(200)
  })

  it('is listed and counted as far as anybody reads', async () => {
    const { ada, root, adaId } = await overgrown(12_000)
    expect((await root.get(`/admin/users/${adaId}`)).body.activeSessionCount).toBe(10_000)
    const { body } = await ada.get('/auth/sessions?limit=2')
    expect(body).toMatchObject({ total: 10_000, sessions: [{}, {}] })
    expect((await ada.get('/auth/sessions?offset=11000')).body.sessions).toEqual([])
  })
})

/** Whatever an administrator may look for. */
const sightings = async ({ root, adaId }: Large): Promise<unknown[]> => {
  const pages = [
    '',
    'orderDirection=asc',
    'orderBy=updated_at',
    'orderBy=updated_at&orderDirection=asc',
    'role=user',
    'banned=false',
  ]
  const searches = [`search=${adaId}`, `userId=${adaId}`, `email=${ADA}`, 'search=ada@', 'search=Ada&role=user', 'banned=true']
  const replies = await Promise.all([...pages, ...searches].map((query) => root.get(`/admin/users?limit=100&${query}`)))
  const found = replies.map(({ body }) => body.users.filter(({ id }: { id: string }) => id === adaId))
  expect(replies.slice(0, pages.length).map(({ body }) => body.total)).toEqual(
    pages.map((query) => (query === 'role=user' ? 0 : 1)),
  )
  return found.flat()
}

const DELETIONS: readonly Act[] = [
  {
    what: 'its owner, with the password',
    isKept: false,
    ready:
      async ({ ada }) =>
      () =>
        ada.delete('/auth/account', { password: PASSWORD }),
  },
  {
    what: 'its owner, with a code',
    isKept: false,
    async ready({ ada, sql, mail, adaId }) {
      await sql(`UPDATE accounts SET password_hash = NULL WHERE id = ?`, [adaId])
      await ada.post('/auth/account/delete/request')
      const { code } = await mail.newest(ADA)
      return () => ada.post('/auth/account/delete/confirm', { code })
    },
  },
  {
    what: 'an administrator',
    isKept: false,
    ready:
      async ({ root, adaId }) =>
      () =>
        root.delete(`/admin/users/${adaId}`),
  },
]

describe('an account with thousands of sessions', () => {
  it.each(DELETIONS)('is deleted by $what at once, and its rows go in the background', async ({ ready }) => {
    const here = await overgrown(1500)
    const { ada, other, root, adaId, sql, browser, purge, queries } = here
    const act = await ready(here)
    const touched = await watchRows(here)
    const before = [ada.clone(), other.clone()]
    expect((await act()).status).toBe(200)
    expect(await touched()).toBe(0)

    expect(await sightings(here)).toEqual([])
    expect((await root.get(`/admin/users/${adaId}`)).body.error).toBe('user_not_found')
    expect((await root.get(`/admin/users/${adaId}/sessions`)).body.error).toBe('user_not_found')
    for (const path of ['ban', 'unban', 'role'])
      expect((await root.send('PATCH', `/admin/users/${adaId}/${path}`, { role: 'admin' })).body.error).toBe('user_not_found')
    expect((await root.get('/admin/statistics')).body.accounts).toBe(1)
    for (const one of before) expect((await one.clone().get('/auth/me')).status).toBe(401)
    for (const one of before) expect((await one.post('/auth/refresh')).body.error).toBe('session_revoked')
    expect((await browser().post('/auth/login', { email: ADA, password: PASSWORD })).body.error).toBe('invalid_credentials')
    const [row] = await sql(`SELECT * FROM accounts WHERE id = ?`, [adaId])
    expect(JSON.stringify(row)).not.toMatch(/ada@|Ada|argon/)
    const { body } = await root.get(`/admin/audit-logs?userId=${adaId}`)
    expect(JSON.stringify(body)).not.toContain(ADA)

    const stranger = await here.signedUp()
    expect((await stranger.get('/auth/me')).body.id).not.toBe(adaId)
    expect((await stranger.get('/auth/sessions')).body.total).toBe(1)
    const sent = queries()
    await purge.run()
    expect(queries() - sent).toBeGreaterThan(30)
    expect(await sql(`SELECT id FROM accounts WHERE id = ?`, [adaId])).toEqual([])
    expect(await sql(`SELECT id FROM sessions WHERE account_id = ?`, [adaId])).toEqual([])
    expect(await sql(`SELECT hash FROM refresh_tokens WHERE hash LIKE 'refresh-%'`)).toEqual([])
    expect((await stranger.get('/auth/me')).status).toBe(200)
  })
})
