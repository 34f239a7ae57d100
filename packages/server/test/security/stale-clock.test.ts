import { once } from 'node:events'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { leaseLine } from '../support/lease-line.ts'
import { processes, untilHeld, warm } from '../support/processes.ts'
import { resident } from '../support/residents.ts'
import { STALE_ROUNDS, timeout } from '../support/stale-rounds.ts'

const HOUR = 3_600_000
const preload = path.resolve(import.meta.dirname, '../support/moved-clock.mjs')

describe('a process whose clock is set while it has sessions in memory', () => {
  it('accepts none that was ended elsewhere, also when it has lost its lease', { timeout }, async () => {
    const here = await processes()
    const line = await leaseLine(here.url)
    const [one, other] = await Promise.all([here.start(), here.start({ url: line.url, preload })])
    const moveBy = async (ms: number): Promise<void> => {
      other.server.child.send(ms)
      await once(other.server.child, 'message')
    }
    for (let round = 0; round < STALE_ROUNDS; round++) {
      for (const ms of STALE_ROUNDS > 1 ? [HOUR, -HOUR, -HOUR, HOUR] : [HOUR, -HOUR]) {
        const [ada, eve] = [await resident(here.engine), await resident(here.engine)]
        const tokens = [ada.watched.token, eve.watched.token]
        await warm(other, tokens)
        await moveBy(ms)
        expect((await one.browser(ada.other.token).delete('/auth/sessions')).status).toBe(200)
        expect((await other.browser(ada.watched.token).get('/auth/me')).status).toBe(401)
        if (ms > 0 && STALE_ROUNDS === 1) continue // to wait for the end of a lease takes its time
        await warm(other, [eve.watched.token])
        await moveBy(ms)
        line.swallow('out', 'back')
        expect((await one.browser(eve.other.token).delete('/auth/sessions')).status).toBe(200)
        expect((await other.browser(eve.watched.token).get('/auth/me')).status).toBe(401)
        line.mend()
        await moveBy(-ms)
      }
    }
    await untilHeld(other)
  })
})
