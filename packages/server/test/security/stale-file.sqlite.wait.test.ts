import { describe, expect, it, onTestFinished } from 'vitest'
import { startCommand } from '../support/command-process.ts'
import { type Member, type Processes, processes, warm } from '../support/processes.ts'
import { type Resident, resident } from '../support/residents.ts'
import { STALE_ROUNDS, timeout } from '../support/stale-rounds.ts'

const ENDINGS = 15

/** Checks and changes of people who have nothing to do with it, for the length of the test. */
function loadOn(member: Member, people: readonly Resident[]): void {
  let isOver = false
  const busy = people.map(async ({ watched }) => {
    const browser = member.browser(watched.token)
    for (let n = 0; !isOver; n++) {
      await browser.get('/auth/me')
      if (n % 20 === 0) await browser.put('/auth/name', { name: `Ada ${n}` })
    }
  })
  onTestFinished(async () => {
    isOver = true
    await Promise.allSettled(busy)
  })
}

async function underLoad() {
  const here = await processes()
  const one = await here.start()
  loadOn(one, [await resident(here.engine), await resident(here.engine)])
  return { here, one }
}

const statusAt = async ({ browser }: Member, { watched }: Resident) => (await browser(watched.token).get('/auth/me')).status

/** Kept a moment ago, at least: under load there is no telling which check was answered from memory. */
async function keptAt(member: Member, { engine }: Processes): Promise<Resident> {
  const who = await resident(engine)
  expect([await statusAt(member, who), await statusAt(member, who)]).toEqual([200, 200])
  return who
}

describe('a change in the file by another process, while the service is busy', () => {
  it('is seen by the next check: by hand', { timeout }, async () => {
    const { here, one } = await underLoad()
    for (let n = 0; n < ENDINGS * STALE_ROUNDS; n++) {
      const who = await keptAt(one, here)
      await here.engine.query(`UPDATE sessions SET revoked_at = 1 WHERE id = ?`, [who.watched.id])
      expect(await statusAt(one, who)).toBe(401)
    }
    expect(await one.figure('hits_total')).toBeGreaterThan(ENDINGS)
  })

  it('is seen by the next check: by a second service on the file', { timeout }, async () => {
    const { here, one } = await underLoad()
    const other = await here.start()
    for (let n = 0; n < ENDINGS * STALE_ROUNDS; n++) {
      const [at, elsewhere] = n % 2 === 0 ? [one, other] : [other, one]
      const who = await keptAt(at, here)
      expect((await elsewhere.browser(who.other.token).delete('/auth/sessions')).status).toBe(200)
      expect(await statusAt(at, who)).toBe(401)
    }
  })

  it('leaves nothing in memory that was read before: by a command', { timeout }, async () => {
    const here = await processes()
    const one = await here.start()
    const who = await resident(here.engine)
    const env = { DATABASE_URL: here.url }
    for (const command of ['sessions flush', 'users create --email eve@example.com --name Eve --no-password']) {
      await warm(one, [who.watched.token])
      const before = await one.figure('evictions_total')
      const { exited, errors } = startCommand(command.split(' '), env, here.directory)
      expect(await exited, errors()).toEqual({ code: 0, signal: null })
      expect(await statusAt(one, who)).toBe(200)
      expect(await one.figure('evictions_total'), command).toBe(before + 1)
    }
  })
})
