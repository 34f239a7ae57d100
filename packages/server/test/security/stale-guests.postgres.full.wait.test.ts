import pg from 'pg'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Value } from '../../src/platform/store/engine.ts'
import { inTime } from '../support/in-time.ts'
import { type Member, type Processes, processes, untilHeld, untilHolders, warm } from '../support/processes.ts'
import { type Resident, resident } from '../support/residents.ts'
import { isLongForm, STALE_ROUNDS, timeout } from '../support/stale-rounds.ts'

const MEMBERS = 8

const statusAt = async ({ browser }: Member, { watched }: Resident) => (await browser(watched.token).get('/auth/me')).status

const endAt = async ({ browser }: Member, { other }: Resident) => (await browser(other.token).delete('/auth/sessions')).status

const holders = async ({ engine }: Processes): Promise<readonly Value[]> =>
  (await engine.query(`SELECT id FROM session_leases`)).map(({ id = '' }) => id)

/** A transaction by hand that ends a session, tells those who are there, and takes its time. */
async function slowEnding({ url }: Processes, { id, watched }: Resident) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  onTestFinished(() => client.end())
  await client.query('BEGIN')
  await client.query(`UPDATE sessions SET revoked_at = 1 WHERE id = $1`, [watched.id])
  await client.query(`INSERT INTO session_messages (holder, change, account_id) SELECT id, 'by hand', $1 FROM session_leases`, [
    id,
  ])
  return () => client.query('COMMIT')
}

describe('a process that joins', () => {
  it('keeps nothing before all are over that were at work and did not see it', { timeout }, async () => {
    const here = await processes()
    const one = await here.start()
    await untilHeld(one)
    for (let round = 0; round < STALE_ROUNDS; round++) {
      const who = await resident(here.engine)
      const known = await holders(here)
      const commit = await slowEnding(here, who)
      const guest = await here.start()
      await vi.waitFor(async () => {
        const rows = await here.engine.query(`SELECT id, renewals FROM session_leases`)
        expect(rows.filter(({ id = '', renewals }) => !known.includes(id) && Number(renewals) > 5)).toHaveLength(1)
      }, inTime)
      expect([await statusAt(guest, who), await statusAt(guest, who)]).toEqual([200, 200])
      expect([await guest.figure('held'), await guest.figure('hits_total')]).toEqual([0, 0])
      await commit()
      expect(await statusAt(guest, who)).toBe(401)
      await untilHeld(guest)
      expect(await statusAt(guest, who)).toBe(401)
      guest.server.kill('SIGTERM')
      await guest.server.exited
    }
  })
})

/** Sessions that end one after the other at one process, each looked for at all that are there, until it is told to stop. */
function endings(here: Processes, one: Member, members: Set<Member>) {
  const accepted: string[] = []
  let ended = 0
  let isOver = false
  const lookAt = async (member: Member, who: Resident, isEnded: boolean): Promise<void> => {
    const status = await statusAt(member, who).catch(() => undefined) // one that is leaving answers no more
    if (isEnded && status === 200) accepted.push(`after ${ended} endings`)
  }
  const lookAtAll = (who: Resident, isEnded: boolean) => Promise.all([...members].map((one) => lookAt(one, who, isEnded)))
  const run = async (): Promise<void> => {
    while (!isOver) {
      const who = await resident(here.engine)
      await lookAtAll(who, false)
      await lookAtAll(who, false)
      expect(await endAt(one, who)).toBe(200)
      await lookAtAll(who, true)
      ended++
    }
  }
  const running = Promise.all([run(), run()])
  return {
    accepted,
    /** Resolves after so many more of them. */
    more: (count: number, from = ended) => vi.waitFor(() => expect(ended).toBeGreaterThan(from + count), inTime),
    async stop(): Promise<void> {
      isOver = true
      await running
    },
  }
}

describe('processes that come and go while sessions end', () => {
  it('accept none that was ended', { timeout }, async () => {
    const here = await processes()
    const [one, other] = await Promise.all([here.start(), here.start()])
    const members = new Set([one, other])
    const load = endings(here, one, members)
    for (let round = 0; round < STALE_ROUNDS; round++) {
      const guest = await here.start()
      members.add(guest)
      await untilHeld(guest)
      await load.more(10)
      guest.server.kill(round % 2 === 0 ? 'SIGTERM' : 'SIGKILL')
      await load.more(5)
      members.delete(guest)
      await guest.server.exited
    }
    await load.stop()
    expect(load.accepted).toEqual([])
    await untilHolders(here, 2)
  })

  it.runIf(isLongForm)(`see what ends at any of them, ${MEMBERS} processes`, { timeout }, async () => {
    const here = await processes()
    const members: Member[] = []
    while (members.length < MEMBERS) members.push(await here.start())
    for (let round = 0; round < STALE_ROUNDS; round++) {
      for (const one of members) {
        const who = await resident(here.engine)
        for (const member of members) await warm(member, [who.watched.token])
        expect(await endAt(one, who)).toBe(200)
        expect(await Promise.all(members.map((member) => statusAt(member, who)))).toEqual(members.map(() => 401))
      }
    }
  })
})

describe.runIf(isLongForm)('a process that is killed', () => {
  it('is waited for by one change, and its row goes with that', { timeout }, async () => {
    const here = await processes()
    const [one, other] = await Promise.all([here.start(), here.start()])
    const [ada, eve] = [await resident(here.engine), await resident(here.engine)]
    await warm(other, [ada.watched.token])
    await untilHeld(one)
    await untilHolders(here, 2)
    other.server.kill('SIGKILL')
    await other.server.exited
    expect(await endAt(one, ada)).toBe(200)
    await untilHolders(here, 1)
    // There is nobody left to wait for: all that could be outstanding is what it has told itself.
    expect(await endAt(one, eve)).toBe(200)
    const strays = `SELECT holder FROM session_messages WHERE holder NOT IN (SELECT id FROM session_leases)`
    expect(await here.engine.query(strays)).toEqual([])
  })
})
