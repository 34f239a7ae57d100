import { beforeAll, describe, expect, it } from 'vitest'
import type { Reply } from '../support/browser.ts'
import { buildFailingService, type MortalSite, mortalSite } from '../support/failing-process.ts'
import { type FaultFlow, type FlowName, faultFlows, hasHappened } from '../support/fault-flows.ts'
import { endWaits, isLongForm, stride } from '../support/fault-round.ts'
import { expectConsistent } from '../support/invariants.ts'

const flows: readonly FlowName[] = isLongForm ? (Object.keys(faultFlows) as FlowName[]) : ['reset password', 'change of address']
/** Half of a round is waiting for a process to start, so some flows wait together. */
const TOGETHER = 4
const groups = flows.flatMap((_, n) => (n % TOGETHER === 0 ? [{ names: flows.slice(n, n + TOGETHER) }] : []))
/** Starting a process again takes most of a second, so only some points have their turn. */
const STRIDE = stride({ short: 41, full: 7 })
const MANY = 300

/** An answer, or none because the process is gone. */
const answerOf = (reply: Promise<Reply>): Promise<Reply | undefined> => reply.catch(() => undefined)

/** One flow in a process that dies at the nth point, and again in the next process. False when it was over before. */
async function killRound(site: MortalSite, name: FlowName, points: number): Promise<boolean> {
  const flow: FaultFlow = faultFlows[name]
  const about = `${name}: killed at point ${points}`
  const email = `${name.replaceAll(' ', '-')}-${points}@example.com`
  const subject = await flow.prepare(site, email)
  await site.arm(points)
  const reply = await answerOf(flow.act(site, subject))
  if (reply) {
    expect(reply.status, `${about}: ${reply.text}`).toBeLessThan(300)
    expect(await hasHappened(site, flow, subject), `${about}: acknowledged`).toBe(true)
    if (!(await site.isDead())) return false
  }

  await site.revive()
  await expectConsistent(site.sql, about)
  const isDone = await hasHappened(site, flow, subject)
  if (reply) expect(isDone, `${about}: acknowledged`).toBe(true)
  await endWaits(site)
  const next = isDone ? await flow.prepare(site, `again-${email}`) : subject
  const again = await flow.act(site, next)
  expect(again.status, `${about}, again: ${again.text}`).toBeLessThan(300)
  expect(await hasHappened(site, flow, next), `${about}, again`).toBe(true)
  await expectConsistent(site.sql, `${about}, again`)
  return true
}

describe('kill -9 at the nth point of a flow', () => {
  beforeAll(buildFailingService)

  it.each(groups)(
    'loses nothing that was acknowledged and leaves nothing half-done: $names',
    { timeout: 900_000 },
    async ({ names }) => {
      const killed = names.map(async (name) => {
        const site = await mortalSite()
        let kills = 0
        for (let points = 1; points < MANY && (await killRound(site, name, points)); points += STRIDE) kills++
        if (isLongForm) process.stdout.write(`${name}: ${kills} kills\n`)
        return kills
      })
      expect(Math.min(...(await Promise.all(killed)))).toBeGreaterThan(1)
    },
  )
})
