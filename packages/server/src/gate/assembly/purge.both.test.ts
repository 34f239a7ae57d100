import { describe, expect, it } from 'vitest'
import { ADA, administered, ROOT } from '../../../test/support/administered.ts'
import type { Browser } from '../../../test/support/browser.ts'
import { inviting } from '../../../test/support/inviting.ts'
import { PASSWORD, type World, world } from '../../../test/support/world.ts'

const DAY = 86_400_000
const count = (rows: readonly unknown[]) => rows.length

/** Three accounts with sessions, a rotated token, codes and mails. */
async function lived() {
  const here = await world({ withMail: true })
  for (const name of ['ada', 'eve', 'bob']) {
    const browser = await here.signedUp(`${name}@example.com`)
    await browser.post('/auth/refresh')
    await browser.post('/auth/resend-verification')
  }
  await here.browser().post('/auth/forgot-password', { email: 'nobody@example.com' })
  await here.outbox.idle()
  const sizes = async () => ({
    sessions: count(await here.sql(`SELECT id FROM sessions`)),
    tokens: count(await here.sql(`SELECT hash FROM refresh_tokens`)),
    codes: count(await here.sql(`SELECT id FROM codes`)),
    outbox: count(await here.sql(`SELECT id FROM outbox`)),
  })
  return { ...here, sizes }
}

describe('purge', () => {
  it('leaves alone what is live, and what has expired within the last day', async () => {
    const { purge, clock, sizes } = await lived()
    const before = await sizes()
    expect(before).toEqual({ sessions: 3, tokens: 6, codes: 4, outbox: 4 })
    clock.advance(DAY / 2)
    expect(await purge.run()).toBe(0)
    expect(await sizes()).toEqual(before)
  })

  it('removes codes and mails a day after they are done, and keeps sessions', async () => {
    const { purge, clock, sizes } = await lived()
    clock.advance(DAY + 3_600_001)
    expect(await purge.run()).toBe(8)
    expect(await sizes()).toEqual({ sessions: 3, tokens: 6, codes: 0, outbox: 0 })
  })

  it('removes sessions and refresh tokens a day after nobody can renew them', async () => {
    const { purge, clock, sizes } = await lived()
    clock.advance(31 * DAY + 1)
    await purge.run()
    expect(await sizes()).toEqual({ sessions: 0, tokens: 0, codes: 0, outbox: 0 })
  })

  it('never removes the token that a busy session needs next', async () => {
    const { purge, clock, signedUp, sql } = await lived()
    const browser = await signedUp('busy@example.com')
    for (let week = 0; week < 10; week++) {
      clock.advance(7 * DAY)
      expect((await browser.post('/auth/refresh')).status).toBe(200)
      await purge.run()
    }
    expect((await browser.get('/auth/me')).status).toBe(200)
    expect(count(await sql(`SELECT hash FROM refresh_tokens`))).toBeLessThan(8)
    expect((await browser.post('/auth/login', { email: 'ada@example.com', password: PASSWORD })).status).toBe(200)
  })

  it('works through more than one batch', async () => {
    const { purge, clock, sql } = await world()
    for (let n = 0; n < 250; n++) {
      await sql(
        `INSERT INTO codes (id, purpose, account_id, hash, guesses, created_at, expires_at) VALUES (?, 'x', 'x', ?, 0, 0, 0)`,
        [`${n}`, `${n}`],
      )
    }
    clock.advance(2 * DAY)
    expect(await purge.run()).toBe(250)
  })

  it('removes events of the audit log that are older than AUDIT_RETENTION, in small batches, and leaves the rest', async () => {
    const { purge, clock, sql, statements } = await world({ env: { AUDIT_RETENTION: '90d' } })
    const age = async (days: number, count: number) => {
      for (let n = 0; n < count; n++) {
        await sql(
          `INSERT INTO audit_events (id, type, success, ip, user_agent, request_id, metadata, created_at)
           VALUES (?, 'login.failed', 0, '', '', '', '{}', ?)`,
          [`${days}-${n}`, clock.now() - days * DAY],
        )
      }
    }
    await age(91, 62)
    await age(90, 2)
    expect(await purge.run()).toBe(62)
    expect(count(await sql(`SELECT id FROM audit_events`))).toBe(2)
    expect(statements().filter((text) => text.startsWith('DELETE FROM audit_events'))).toHaveLength(3)
    clock.advance(1)
    expect(await purge.run()).toBe(2)
  })

  it('keeps the audit log for 400 days unless told otherwise, and for ever when AUDIT_RETENTION is 0s', async () => {
    for (const [env, kept] of [
      [{}, 0],
      [{ AUDIT_RETENTION: '0s' }, 2],
    ] as const) {
      const { purge, clock, signedUp, sql } = await world({ env })
      await signedUp()
      clock.advance(400 * DAY)
      await purge.run()
      expect(count(await sql(`SELECT id FROM audit_events`))).toBe(2)
      clock.advance(1)
      await purge.run()
      expect(count(await sql(`SELECT id FROM audit_events`))).toBe(kept)
    }
  })
})

describe('purge, of invites', () => {
  it('removes those that ended INVITE_RETENTION ago, whatever became of them, and none that is open', async () => {
    const here = await inviting({ ENABLE_INVITE: 'true', INVITE_RETENTION: '3d', ORG_INVITE_TTL: '1d', INVITE_TTL: '9d' })
    const { owner, url, invite, sql, clock, purge } = here
    await sql(`UPDATE accounts SET role = 'admin' WHERE id = ?`, [owner.id])
    await sql(
      `INSERT INTO invites (id, email, token_hash, created_at, expires_at, accepted_at) VALUES ('a', 'a@example.com', 'a', 1, 2, 2), ('b', 'b@example.com', 'b', 1, ?, NULL)`,
      [clock.now() + 9 * DAY],
    )
    expect(await sql(`SELECT id FROM org_invites`)).toHaveLength(3)
    clock.advance(4 * DAY)
    await purge.run()
    expect(await sql(`SELECT id FROM org_invites`)).toHaveLength(3)
    expect(await sql(`SELECT id FROM invites`)).toEqual([{ id: 'b' }])
    await owner.browser.post('/auth/login', { email: owner.email, password: PASSWORD })
    expect((await owner.browser.post(`${url}/${invite.id}/resend`)).status).toBe(200)
    clock.advance(1)
    await purge.run()
    expect(await sql(`SELECT id FROM org_invites`)).toEqual([{ id: invite.id }])
  })
})

describe('purge, for accounts that an older version has written', () => {
  const found = async (root: Browser, search: string): Promise<string[]> => {
    const { body } = await root.get(`/admin/users?limit=100&search=${encodeURIComponent(search)}`)
    return body.users.map(({ email }: { email: string }) => email).sort()
  }

  /** As a version did that knew no words. */
  const addTheOldWay = ({ sql }: World, n: number) =>
    sql(
      `INSERT INTO accounts (id, email, name, role, credential_version, created_at, updated_at) VALUES (?, ?, ?, 'user', 1, ?, ?)`,
      [`old-${n}`, `old${n}@example.org`, `Old Née${n}`, n, n],
    )
  const forgetWords = async ({ sql }: World) => {
    await sql(`DELETE FROM account_words`)
    await sql(`UPDATE accounts SET words_of = NULL`)
  }

  it('makes them known by all their words, and until then by the beginning of the address', async () => {
    const here = await administered()
    for (let n = 0; n < 250; n++) await addTheOldWay(here, n)
    expect(await found(here.root, 'nee7')).toEqual([])
    expect(await found(here.root, 'OLD7@')).toEqual(['old7@example.org'])
    expect((await here.root.get('/admin/users?search=old')).body.total).toBe(250)
    expect(await found(here.root, 'ada@')).toEqual([ADA])
    expect(await here.purge.run()).toBe(0)
    expect(await found(here.root, 'née7')).toHaveLength(11)
    expect(await found(here.root, 'example.org née249 old')).toEqual(['old249@example.org'])
    expect((await here.root.get('/admin/users?search=old')).body.total).toBe(250)
  })

  it('notices a name that an older version has changed', async () => {
    const here = await administered()
    await here.sql(`UPDATE accounts SET name = 'Grace Hopper' WHERE id = ?`, [here.adaId])
    expect(await found(here.root, 'ada@')).toEqual([ADA])
    await here.purge.run()
    expect(await found(here.root, 'hopper')).toEqual([ADA])
    expect(await found(here.root, 'ada')).toEqual([ADA, ROOT])
    await here.sql(`UPDATE accounts SET email = 'grace@example.net' WHERE id = ?`, [here.adaId])
    await here.purge.run()
    expect(await found(here.root, 'ada')).toEqual([ROOT])
    expect(await found(here.root, 'example.net')).toEqual(['grace@example.net'])
  })

  it('ends right for those who rename or delete themselves meanwhile, in several processes', async () => {
    const here = await administered()
    const others = await Promise.all([1, 2].map(() => world({ databaseUrl: here.database.url })))
    const people = await Promise.all(Array.from({ length: 30 }, (_, n) => here.signedUp(`p${n}@example.org`)))
    for (let n = 0; n < 150; n++) await addTheOldWay(here, n)
    await forgetWords(here)
    await Promise.all([
      ...[here, ...others].map(({ purge }) => purge.run()),
      ...people.map((person, n) =>
        n % 3 === 0
          ? person.send('DELETE', '/auth/account', { password: PASSWORD })
          : person.send('PUT', '/auth/name', { name: `New${n}` }),
      ),
    ])
    for (const { purge } of others) await purge.run()
    const stay = people.flatMap((_, n) => (n % 3 === 0 ? [] : [n]))
    for (const n of stay) expect(await found(here.root, `new${n},`)).toEqual([`p${n}@example.org`])
    expect(await found(here.root, 'ada')).toEqual([ADA, ROOT])
    expect((await here.root.get('/admin/users?search=p')).body.total).toBe(stay.length)
    expect((await here.root.get('/admin/users?search=nee')).body.total).toBe(150)
    expect(await here.sql(`SELECT id FROM accounts WHERE words_of IS NULL`)).toEqual([])
    expect(await here.sql(`SELECT word FROM account_words WHERE account_id NOT IN (SELECT id FROM accounts)`)).toEqual([])
  })
})
