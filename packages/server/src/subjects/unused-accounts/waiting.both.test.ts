import { describe, expect, it } from 'vitest'
import { atConsole } from '../../../test/support/at-console.ts'
import { migratedShell } from '../../../test/support/shell.ts'

const ON = { UNVERIFIED_ACCOUNT_TTL: '30d', INACTIVE_ACCOUNT_TTL: '365d' }
const DAY = 86_400_000

const factsIn = (html: string): string => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')

describe('how many accounts wait to be removed', () => {
  it('stands in the console', async () => {
    const { visitor, sql, clock, adaId } = await atConsole(ON)
    const facts = async () => factsIn((await visitor.open('/console')).html)
    expect(await facts()).toContain('Accounts that will be removed 0 never proved 0 inactive, whose owners have been told')
    await sql(`UPDATE accounts SET unproved_since = ? WHERE id = ?`, [clock.now() - 30 * DAY, adaId])
    await sql(`INSERT INTO inactivity_notices (account_id, told, noticed_at, leaves_at, next_at) VALUES (?, 0, 1, 1, 1)`, [adaId])
    expect(await facts()).toContain('Accounts that will be removed 1 never proved 1 inactive, whose owners have been told')
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
