import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { type Member, processes, untilHeld, untilHolders, warm } from '../support/processes.ts'
import { type Resident, resident } from '../support/residents.ts'
import { isLongForm, STALE_ROUNDS, timeout } from '../support/stale-rounds.ts'
import { waitingCheck } from '../support/waiting-check.ts'

const SESSIONS = 6
/** A stop that ends while the lease still lasts, and one that ends before, at or after its end. */
const STOPS_MS = [700, 3000]

const somewhen = (limitMs: number): Promise<void> => sleep(Math.random() * limitMs)

/** Ends a session at one process, and looks for it at the other as soon as that is answered. The status it finds. */
async function endAndLook(one: Member, other: Member, { watched, other: own }: Resident): Promise<number> {
  const { status } = await one.browser(own.token).delete(`/auth/sessions/${watched.id}`)
  expect(status).toBe(200)
  return (await (await waitingCheck(other, watched.token)).answer).status
}

/** Sessions end at one process while the other is stopped, at random moments before, during and after. */
async function stopMeanwhile(
  one: Member,
  other: Member,
  people: readonly Resident[],
  limitMs: number,
): Promise<readonly number[]> {
  const tokens = people.map(({ watched }) => watched.token)
  await warm(other, tokens)
  await somewhen(500) // anywhere between two renewals
  other.server.kill('SIGSTOP')
  const before = await Promise.all(tokens.map((token) => waitingCheck(other, token)))
  const goOn = sleep(limitMs * (0.4 + Math.random() * 0.6)).then(() => other.server.kill('SIGCONT'))
  const found = await Promise.all(people.map((who) => somewhen(limitMs * 0.8).then(() => endAndLook(one, other, who))))
  await goOn
  await Promise.all(before.map(({ answer }) => answer)) // these were asked before, so either answer is right
  return found
}

describe('a process that is stopped for a while, with sessions in memory', () => {
  it('accepts none that was ended meanwhile, whenever it goes on', { timeout }, async () => {
    const here = await processes()
    const [one, other] = await Promise.all([here.start(), here.start()])
    for (let round = 0; round < STALE_ROUNDS; round++) {
      for (const limitMs of STOPS_MS) {
        const people = await Promise.all(Array.from({ length: SESSIONS }, () => resident(here.engine)))
        expect(await stopMeanwhile(one, other, people, limitMs)).toEqual(people.map(() => 401))
      }
    }
  })

  it.runIf(isLongForm)('holds up one change for the length of a lease, and comes back with nothing', { timeout }, async () => {
    const here = await processes()
    const [one, other] = await Promise.all([here.start(), here.start()])
    const [ada, eve] = [await resident(here.engine), await resident(here.engine)]
    await warm(other, [ada.watched.token, eve.watched.token])
    other.server.kill('SIGSTOP')
    expect((await one.browser(ada.other.token).delete('/auth/sessions')).status).toBe(200)
    await untilHolders(here, 1)
    // Nobody waits for it any more, and nobody writes to it.
    expect((await one.browser(eve.other.token).delete('/auth/sessions')).status).toBe(200)
    const strays = `SELECT holder FROM session_messages WHERE holder NOT IN (SELECT id FROM session_leases)`
    expect(await here.engine.query(strays)).toEqual([])
    other.server.kill('SIGCONT')
    const statusAt = async ({ watched }: Resident) => (await other.browser(watched.token).get('/auth/me')).status
    expect([await statusAt(ada), await statusAt(eve)]).toEqual([401, 401])
    await untilHeld(other)
    expect([await statusAt(ada), await statusAt(eve)]).toEqual([401, 401])
    await untilHolders(here, 2)
  })
})
