import { once } from 'node:events'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { processes, warm } from '../support/processes.ts'
import { resident } from '../support/residents.ts'
import { isLongForm, STALE_ROUNDS, timeout } from '../support/stale-rounds.ts'
import { waitingCheck } from '../support/waiting-check.ts'

const HOUR = 3_600_000
const preload = path.resolve(import.meta.dirname, '../support/moved-clock.mjs')

describe.runIf(isLongForm)('a process whose clock is set while it has sessions in memory', () => {
  it('accepts none that was ended elsewhere, also when it was stopped meanwhile', { timeout }, async () => {
    const here = await processes()
    const [one, other] = await Promise.all([here.start(), here.start({ preload })])
    const moveBy = async (ms: number): Promise<void> => {
      other.server.child.send(ms)
      await once(other.server.child, 'message')
    }
    for (let round = 0; round < STALE_ROUNDS; round++) {
      for (const ms of [HOUR, -HOUR]) {
        const [ada, eve] = [await resident(here.engine), await resident(here.engine)]
        await warm(other, [ada.watched.token, eve.watched.token])
        await moveBy(ms)
        expect((await one.browser(ada.other.token).delete('/auth/sessions')).status).toBe(200)
        expect((await other.browser(ada.watched.token).get('/auth/me')).status).toBe(401)

        await warm(other, [eve.watched.token])
        await moveBy(ms)
        other.server.kill('SIGSTOP')
        expect((await one.browser(eve.other.token).delete('/auth/sessions')).status).toBe(200)
        const { answer } = await waitingCheck(other, eve.watched.token)
        other.server.kill('SIGCONT')
        expect((await answer).status).toBe(401)
      }
    }
  })
})
