import { describe, expect, it } from 'vitest'
import { addressesIn, after, DAY, ON } from '../../../../test/support/unverified.ts'
import { PASSWORD, world } from '../../../../test/support/world.ts'
import { purgeClient } from '../../../gate/assembly/purge-client.ts'
import { removeUnverified } from './unverified.ts'

describe('UNVERIFIED_ACCOUNT_TTL', () => {
  it('removes accounts that were never proved, not a moment before, and their addresses are free', async () => {
    const here = await world({ withMail: true, env: ON })
    const owner = await here.signedUp('ada@example.com')
    expect(await after(here, 30 * DAY - 1)).toEqual(['ada@example.com'])
    await here.signedUp('late@example.com')
    expect(await after(here, 1)).toEqual(['late@example.com'])
    expect((await owner.get('/auth/me')).status).toBe(401)
    expect((await here.browser().post('/auth/login', { email: 'ada@example.com', password: PASSWORD })).status).toBe(401)
    await here.signedUp('ada@example.com')
    expect(await addressesIn(here)).toEqual(['ada@example.com', 'late@example.com'])
  })

  it('removes each once, however many processes purge, and none that is proved meanwhile', async () => {
    const here = await world({ withMail: true, env: ON })
    const others = await Promise.all([1, 2].map(() => world({ withMail: true, databaseUrl: here.database.url, env: ON })))
    const people = await Promise.all(Array.from({ length: 12 }, (_, n) => here.signedUp(`p${n}@example.com`)))
    const codes = await Promise.all(
      people.slice(0, 6).map(async (person, n) => {
        await person.post('/auth/resend-verification')
        return (await here.mail.newest(`p${n}@example.com`)).code
      }),
    )
    await here.sql(`UPDATE accounts SET unproved_since = unproved_since - ?`, [30 * DAY])
    const [replies] = await Promise.all([
      Promise.all(codes.map((code, n) => people[n]?.post('/auth/verify-email', { code }))),
      ...[here, ...others].map(({ purge }) => purge.run()),
    ])
    const proved = replies.flatMap((reply, n) => (reply?.status === 200 ? [`p${n}@example.com`] : []))
    expect(await addressesIn(here)).toEqual(proved.sort())
    for (const reply of replies) expect([200, 404]).toContain(reply?.status)
    const [row] = await here.sql(`SELECT COUNT(*) AS total FROM audit_events WHERE type = 'account.deleted'`)
    expect(Number(row?.['total'])).toBe(12 - proved.length)
  })

  it('removes nobody who has proved the mailbox since the accounts were looked at', async () => {
    const here = await world({ withMail: true, env: ON })
    const ada = await here.signedUp('ada@example.com')
    await ada.post('/auth/resend-verification')
    const { code } = await here.mail.newest('ada@example.com')
    const chore = removeUnverified(30 * DAY)
    const step = () => chore({ deps: here.depsFor(), client: purgeClient }, here.clock.now() + 30 * DAY)
    await step()
    expect((await ada.post('/auth/verify-email', { code })).status).toBe(200)
    await step()
    expect(await addressesIn(here)).toEqual(['ada@example.com'])
  })

  it('goes through more than one slice, in statements that use the index, and past those that stay', async () => {
    const here = await world({ withMail: true, env: ON })
    for (let n = 0; n < 520; n++)
      await here.sql(
        `INSERT INTO accounts (id, email, name, role, credential_version, created_at, updated_at, unproved_since, words_of, banned_at)
         VALUES (?, ?, 'x', 'user', 1, 1, 1, 1, ?, ?)`,
        [`old-${n}`, `old${n}@example.org`, `old${n}@example.org x`, n < 510 ? 1 : null],
      )
    expect(await after(here, 30 * DAY)).toHaveLength(510)
  })
})
