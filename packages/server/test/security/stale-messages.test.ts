import pg from 'pg'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { inUse } from '../support/in-use.ts'
import { PASSWORD, world } from '../support/world.ts'

describe('what is to be told to other processes', () => {
  it('is written with the change and not after it: where it cannot be told, nothing is changed', async () => {
    const here = await world()
    const there = await world({ databaseUrl: here.database.url })
    await Promise.all([inUse(here), inUse(there)])
    const ada = await here.signedUp()
    const { session } = (await ada.get('/auth/me')).body
    const other = here.browser()
    await other.post('/auth/login', { email: 'ada@example.com', password: PASSWORD })
    const atThere = there.browser()
    atThere.jar.set('app_session', ada.jar.get('app_session') ?? '')
    await atThere.get('/auth/me')

    const byHand = new pg.Client({ connectionString: here.database.url })
    await byHand.connect()
    onTestFinished(() => byHand.end())
    await byHand.query('BEGIN; LOCK TABLE session_messages IN SHARE MODE')
    const ending = other.delete(`/auth/sessions/${session.id}`)
    const waiting = `SELECT pid FROM pg_locks WHERE NOT granted AND relation = CAST('session_messages' AS regclass)`
    await vi.waitFor(async () => expect((await here.elsewhere.query(waiting)).length).toBeGreaterThan(0), {
      timeout: 5000,
      interval: 1,
    })
    expect(await here.elsewhere.query(`SELECT revoked_at FROM sessions WHERE id = ?`, [session.id])).toEqual([
      { revoked_at: null },
    ])
    await byHand.query('COMMIT')
    const isEnded = (await ending).status === 200 // or it has waited for too long
    expect((await atThere.get('/auth/me')).status).toBe(isEnded ? 401 : 200)
  })
})
