import { describe, expect, it } from 'vitest'
import { atConsole } from '../../../test/support/at-console.ts'
import { forgotten } from '../../../test/support/inactive.ts'
import { migratedShell } from '../../../test/support/shell.ts'
import { world } from '../../../test/support/world.ts'
import { countNoticed, countUnproved } from './tables/unused-accounts.ts'

const ON = { UNVERIFIED_ACCOUNT_TTL: '30d', INACTIVE_ACCOUNT_TTL: '365d' }
const DAY = 86_400_000

const factsIn = (html: string): string => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')

describe('how many accounts wait to be removed', () => {
  it('stands in the console', async () => {
    const { visitor, sql, clock, adaId } = await atConsole(ON)
    const facts = async () => factsIn((await visitor.open('/console')).html)
    expect(await facts()).toContain('Accounts that will be removed 0 never proved 0 inactive, unless their owners sign in')
    await sql(`UPDATE accounts SET unproved_since = ? WHERE id = ?`, [clock.now() - 30 * DAY, adaId])
    await sql(`INSERT INTO inactivity_notices (account_id, told, noticed_at, leaves_at, next_at) VALUES (?, 0, ?, 1, 1)`, [
      adaId,
      clock.now() + 1,
    ])
    expect(await facts()).toContain('Accounts that will be removed 1 never proved 1 inactive, unless their owners sign in')
  })

  it('counts nobody who stays: administrators, the banned, and only owners', async () => {
    const { sql, clock, signedUp, elsewhere } = await world({ withMail: true, env: { ...ON, ORGANISATIONS: 'true' } })
    for (const name of ['ada', 'boss', 'banned']) await signedUp(`${name}@example.com`)
    expect((await (await signedUp('owner@example.com')).post('/auth/orgs', { name: 'Acme' })).status).toBe(201)
    await sql(`UPDATE accounts SET role = 'admin' WHERE email = 'boss@example.com'`)
    await sql(`UPDATE accounts SET banned_at = 1 WHERE email = 'banned@example.com'`)
    await sql(
      `INSERT INTO inactivity_notices (account_id, told, noticed_at, leaves_at, next_at) SELECT id, 1, ${clock.now() + 1}, 1, 1 FROM accounts`,
    )
    expect(await countUnproved(elsewhere, clock.now())).toEqual({ count: 1, isCut: false })
    expect(await countNoticed(elsewhere)).toEqual({ count: 1, isCut: false })
  })

  it('counts nobody any more who has come back', async () => {
    const { after, signIn, elsewhere } = await forgotten()
    await after(335 * DAY)
    expect(await countNoticed(elsewhere)).toMatchObject({ count: 1 })
    await signIn()
    expect(await countNoticed(elsewhere)).toMatchObject({ count: 0 })
  })

  it('counts no further than so many, and says so', async () => {
    const { visitor, sql } = await atConsole(ON)
    await sql(
      `INSERT INTO accounts (id, email, name, role, credential_version, created_at, updated_at, unproved_since, words_of)
       WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5100)
       SELECT 'old-' || i, 'old' || i || '@example.org', 'x', 'user', 1, 1, 1, 1, 'x' FROM n`,
    )
    await sql(
      `INSERT INTO inactivity_notices (account_id, told, noticed_at, leaves_at, next_at)
       SELECT id, 0, 9, 9, 9 FROM accounts WHERE unproved_since = 1`,
    )
    const facts = factsIn((await visitor.open('/console')).html)
    expect(facts).toContain('Accounts that will be removed 5,000+ never proved 5,000+ inactive')
  })

  it('does not stand there where none is removed', async () => {
    const { visitor } = await atConsole()
    expect(factsIn((await visitor.open('/console')).html)).not.toContain('Accounts that will be removed')
  })

  it('is told by the doctor', async () => {
    const here = await migratedShell(ON)
    const told = async () => (await here.latchkey('doctor')).out.split('\n').filter((line) => line.includes('unused accounts'))
    expect(await told()).toEqual([
      'ok    unused accounts  never proved, and waiting to be removed: 0',
      'ok    unused accounts  inactive, and to be removed unless their owners sign in: 0',
    ])
    await here.sql(
      `INSERT INTO accounts (id, email, name, role, credential_version, created_at, updated_at, unproved_since, words_of)
       VALUES ('a', 'a@example.com', 'A', 'user', 1, 1, 1, 1, 'a@example.com A')`,
    )
    await here.sql(`INSERT INTO inactivity_notices (account_id, told, noticed_at, leaves_at, next_at) VALUES ('a', 0, 1, 1, 1)`)
    expect((await told()).map((line) => line.at(-1))).toEqual(['1', '1'])
    const silent = await migratedShell()
    expect((await silent.latchkey('doctor')).out).not.toContain('unused accounts')
  })
})
