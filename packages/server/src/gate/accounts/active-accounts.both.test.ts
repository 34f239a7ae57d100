import { describe, expect, it } from 'vitest'
import { world } from '../../../test/support/world.ts'

describe('active accounts', () => {
  it('are written once for many sign-ins, and again for none of them on that day', async () => {
    const { signedUp, depsFor, statements, clock } = await world()
    const [ada] = [await signedUp(), await signedUp('bob@example.com')]
    const before = statements().length
    await depsFor().activeAccounts.flush()
    expect(
      statements()
        .slice(before)
        .map((one) => one.split(' ', 2).join(' ')),
    ).toEqual([...['SELECT id,', 'UPDATE accounts', 'UPDATE accounts', 'INSERT INTO']])
    clock.advance(3_600_000)
    await ada.post('/auth/refresh')
    const again = statements().length
    await depsFor().activeAccounts.flush()
    expect(statements().slice(again)).toEqual([expect.stringMatching(/^SELECT/)])
  })

  it('wait for a database that does not answer, and fail no sign-in', async () => {
    const { signedUp, depsFor, failStatements, sql, logged } = await world()
    await signedUp()
    failStatements(new Error('gone'))
    await depsFor().activeAccounts.flush()
    expect(logged()).toContain('active accounts could not be noted yet')
    failStatements(undefined)
    await depsFor().activeAccounts.flush()
    expect(await sql(`SELECT CAST(SUM(total) AS INTEGER) AS total FROM day_counters WHERE figure = 'active-1'`)).toEqual([
      { total: 1 },
    ])
  })

  it('are written when the service stops', async () => {
    const { signedUp, stop, sql } = await world()
    await signedUp()
    await stop()
    expect(await sql(`SELECT id FROM accounts WHERE last_active_at > 0`)).toHaveLength(1)
  })
})
