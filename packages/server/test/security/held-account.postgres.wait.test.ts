import { describe, expect, it, onTestFinished } from 'vitest'
import type { Browser } from '../support/browser.ts'
import { held, PASSWORD, type World, world } from '../support/world.ts'

const CALLERS = 100

/** A change of one account that takes long, begun elsewhere, and what lets it end. */
async function longChangeOf(here: World, email: string): Promise<() => Promise<void>> {
  const gate = held()
  const begun = held()
  const change = here.elsewhere.transaction(async (sql) => {
    await sql.query(`UPDATE accounts SET last_seen_at = 1 WHERE email = ?`, [email])
    begun.release()
    await gate.released
  })
  const end = async () => {
    gate.release()
    await change
  }
  onTestFinished(end)
  await begun.released
  return end
}

const refreshed = (browser: Browser) => browser.clone().post('/auth/refresh')

describe('an account that is held for long by another transaction', () => {
  it('makes no stranger wait, however many want it', async () => {
    const here = await world()
    const [ada, eve] = [await here.signedUp('ada@example.com'), await here.signedUp('eve@example.com')]
    const end = await longChangeOf(here, 'ada@example.com')
    const crowd = Array.from({ length: CALLERS }, () => refreshed(ada))
    // So many are told at once that there is no room, which also shows that all the others have their place by now.
    const first = await Promise.race(crowd)
    expect(first).toMatchObject({ status: 503, body: { error: 'overloaded' }, headers: { 'retry-after': '1' } })
    expect((await eve.get('/auth/me')).status).toBe(200)
    expect((await refreshed(eve)).status).toBe(200)
    expect((await here.browser().post('/auth/login', { email: 'eve@example.com', password: PASSWORD })).status).toBe(200)
    await end()
    for (const { status, body } of await Promise.all(crowd))
      if (status !== 200) expect(['overloaded', 'internal_error']).toContain(body.error)
  })

  it('is a failure for its own callers after a while, and nothing has happened', async () => {
    const here = await world()
    const ada = await here.signedUp()
    const end = await longChangeOf(here, 'ada@example.com')
    expect(await refreshed(ada)).toMatchObject({ status: 500, body: { error: 'internal_error' } })
    expect((await ada.get('/auth/me')).status).toBe(200)
    await end()
    expect((await refreshed(ada)).status).toBe(200)
  })

  it('goes to everybody who waited, as soon as it is free', async () => {
    const here = await world()
    const ada = await here.signedUp()
    const end = await longChangeOf(here, 'ada@example.com')
    const crowd = Array.from({ length: 20 }, () => refreshed(ada))
    const attempts = () => here.statements().filter((text) => text.startsWith('UPDATE accounts SET last_seen_at')).length
    await expect.poll(attempts).toBeGreaterThan(10)
    await end()
    const answers = await Promise.all(crowd)
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200))
    expect(new Set(answers.map(({ setCookies }) => setCookies.find((line) => line.startsWith('app_refresh=')))).size).toBe(1)
  })
})
