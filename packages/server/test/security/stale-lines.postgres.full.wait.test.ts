import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { type LeaseLine, leaseLine } from '../support/lease-line.ts'
import { type Member, type Processes, processes, untilHeld, warm } from '../support/processes.ts'
import { type Resident, resident } from '../support/residents.ts'
import { isLongForm, STALE_ROUNDS, timeout } from '../support/stale-rounds.ts'

/** The fault strikes at any moment between two renewals and two looks. */
const PHASE_MS = 500

async function scene(before: (line: LeaseLine) => void = () => undefined) {
  const here = await processes()
  const line = await leaseLine(here.url)
  before(line)
  const [one, other] = await Promise.all([here.start(), here.start({ url: line.url })])
  return { here, line, one, other }
}

const statusAt = async ({ browser }: Member, { watched }: Resident) => (await browser(watched.token).get('/auth/me')).status

const endAt = async ({ browser }: Member, { other }: Resident) => (await browser(other.token).delete('/auth/sessions')).status

/** People whose sessions are in the memory of a process. */
async function keptAt(other: Member, { engine }: Processes, count: number): Promise<readonly Resident[]> {
  const people = await Promise.all(Array.from({ length: count }, () => resident(engine)))
  await warm(
    other,
    people.map(({ watched }) => watched.token),
  )
  return people
}

type Fault = (line: LeaseLine, here: Processes) => unknown

const faults: Readonly<Record<string, Fault>> = {
  cut: (line) => line.cut(),
  'ended by the server': (_line, { engine }) =>
    engine.query(
      `SELECT COUNT(pg_terminate_backend(pid)) AS ended FROM pg_stat_activity
       WHERE application_name = 'latchkey session cache' AND datname = current_database()`,
    ),
  'swallowed on its way out': (line) => line.swallow('out'),
  'swallowed on its way back': (line) => line.swallow('back'),
  'swallowed both ways': (line) => line.swallow('out', 'back'),
  'late by almost as much as a statement may take': (line) => line.delay(1400),
}

/** In `npm test` one that is noticed at once and one that is never told. */
const struck = Object.entries(faults).filter(([what]) => isLongForm || ['cut', 'swallowed both ways'].includes(what))

describe('a process that has lost the line on which it holds its lease', () => {
  it(`accepts no session that was ended elsewhere: ${struck.map(([what]) => what).join(', ')}`, { timeout }, async () => {
    const { here, line, one, other } = await scene()
    for (let round = 0; round < STALE_ROUNDS; round++) {
      for (const [what, fault] of struck) {
        const people = await keptAt(other, here, 3)
        await sleep(Math.random() * PHASE_MS)
        await fault(line, here)
        for (const who of people) expect([await endAt(one, who), await statusAt(other, who)], what).toEqual([200, 401])
        line.mend()
        await untilHeld(other)
        for (const who of people) expect(await statusAt(other, who), what).toBe(401)
      }
    }
  })

  /** It was sent long before it was answered, and a change that came between has been waited for since then. */
  it.runIf(isLongForm)('counts a renewal from when it was sent', { timeout }, async () => {
    const { here, line, one, other } = await scene()
    for (let round = 0; round < STALE_ROUNDS; round++) {
      const [who] = await keptAt(other, here, 1)
      if (!who) throw new Error('unreachable')
      await line.sent('UPDATE session_leases', 'FROM session_messages')
      line.delay(1100)
      line.swallow('out')
      await sleep(20) // that statement is to see nothing of what is changed now
      expect([await endAt(one, who), await statusAt(other, who)]).toEqual([200, 401])
      line.mend()
    }
  })
})

describe.runIf(isLongForm)('a process with a slow line for its lease', () => {
  it('has forgotten a session when it says so, and not when it has heard that this was heard', { timeout }, async () => {
    const { here, one, other } = await scene((line) => line.delay(300))
    for (let round = 0; round < STALE_ROUNDS; round++) {
      const people = await keptAt(other, here, 3)
      for (const who of people) expect([await endAt(one, who), await statusAt(other, who)]).toEqual([200, 401])
    }
  })

  it('does not begin to keep sessions when it was given up while it joined', { timeout }, async () => {
    const { here, line, one, other } = await scene()
    for (let round = 0; round < STALE_ROUNDS; round++) {
      await untilHeld(other)
      const [first, ...people] = await Promise.all(Array.from({ length: 30 }, () => resident(here.engine)))
      if (!first) throw new Error('unreachable')
      line.cut()
      line.delay(300 + Math.random() * 300)
      await line.sent('INSERT INTO session_leases')
      await sleep(50)
      const end = performance.now() + 4000
      const given = endAt(one, first) // it waits for the one that joins, and then takes its row away
      for (const who of people) {
        while (performance.now() < end && (await other.figure('held')) !== 1) await sleep(5)
        await statusAt(other, who)
        expect([await endAt(one, who), await statusAt(other, who)]).toEqual([200, 401])
      }
      expect(await given).toBe(200)
      line.mend()
    }
  })

  it('needs no notification', { timeout }, async () => {
    const { here, line, one, other } = await scene((line) => line.silence())
    for (let round = 0; round < STALE_ROUNDS; round++) {
      const people = await keptAt(other, here, 5)
      for (const who of people) expect([await endAt(one, who), await statusAt(other, who)]).toEqual([200, 401])
      expect(line.lostNotifications()).toBeGreaterThan(0)
      await untilHeld(other)
    }
  })
})
