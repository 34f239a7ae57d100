import { describe, expect, it } from 'vitest'
import { type World, world } from '../support/world.ts'

const SECOND = 1000
const DAY = 86_400_000

/** Two processes on one database, whose clocks agree until one of them is set. */
async function twoProcesses() {
  const here = await world()
  const there = await world({ databaseUrl: here.database.url })
  return { here, there }
}

describe('a process whose clock is wrong', () => {
  it('removes nothing while it is 40 days ahead, and says that it is not ready', async () => {
    const { here, there } = await twoProcesses()
    const ada = await here.signedUp()
    there.clock.set(40 * DAY)
    expect(await there.purge.run()).toBe(0)
    expect((await there.browser().get('/readyz')).body).toMatchObject({
      error: 'not_ready',
      message: expect.stringMatching(/clock/),
    })
    expect((await here.browser().get('/readyz')).status).toBe(200)
    expect((await ada.get('/auth/me')).status).toBe(200)
    there.clock.set(-40 * DAY)
    await there.sharedTime.compare()
    expect((await there.browser().get('/readyz')).status).toBe(200)
  })

  it('leaves what has expired to the others', async () => {
    const { here, there } = await twoProcesses()
    await here.signedUp()
    for (const { clock } of [here, there]) clock.advance(40 * DAY)
    there.clock.set(31 * SECOND)
    expect(await there.purge.run()).toBe(0)
    expect(await here.purge.run()).toBeGreaterThan(0)
  })

  it('is warned about above two seconds', async () => {
    const here = await world()
    here.clock.set(1900)
    await here.sharedTime.compare()
    expect(here.logged()).not.toMatch(/clock/)
    here.clock.set(200)
    await here.sharedTime.compare()
    expect(here.logged()).toMatch(/"skewMs":2100/)
    expect((await here.browser().get('/readyz')).status).toBe(200)
  })

  it.each([15 * SECOND, -15 * SECOND])('takes no refresh for a theft, nor a theft for a refresh, at %i ms', async (skew) => {
    const { here, there } = await twoProcesses()
    there.clock.set(skew)
    for (const [first, second] of [
      [here, there],
      [there, here],
    ] as const) {
      const ada = await first.signedUp(`${first === here ? 'ada' : 'eve'}@example.com`)
      const token = { cookie: `app_refresh=${ada.jar.get('app_refresh')}` }
      const refreshAt = (place: World) => place.browser().post('/auth/refresh', undefined, { headers: token })
      expect((await refreshAt(first)).status).toBe(200)
      expect((await refreshAt(second)).status).toBe(200)
      for (const { clock } of [here, there]) clock.advance(11 * SECOND)
      expect(await refreshAt(second)).toMatchObject({ status: 401, body: { error: 'session_revoked' } })
    }
  })
})
