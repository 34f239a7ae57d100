import { describe, expect, it } from 'vitest'
import { figure, isFull } from '../support/form.ts'
import { outageTraffic } from '../support/outage-traffic.ts'
import { type PostgresPair, postgresPair } from '../support/postgres-pair.ts'
import { type Member, processes } from '../support/processes.ts'
import { shared } from '../support/shared.ts'

const FAILOVERS = figure('FAILOVERS', { short: 1, full: 10 })
/** What a program that watches the servers takes to be sure. */
const NOTICED_MS = 500
/** As many answers between two failovers that each kind of request is among them. */
const STEADY = 60

const isReady = async (member: Member) => (await member.browser().get('/readyz')).status === 200

async function untilReady(members: readonly Member[]): Promise<number> {
  const began = performance.now()
  await expect.poll(async () => (await Promise.all(members.map(isReady))).every(Boolean), { interval: 50 }).toBe(true)
  return performance.now() - began
}

/** The former primary is back and knows of nothing: it takes writes, and anybody who writes to it would lose them. */
async function writesAt(former: Awaited<ReturnType<PostgresPair['failOver']>>): Promise<number> {
  const client = former.client('migrated')
  await client.connect()
  const { rows } = await client.query<{ total: string }>(
    `SELECT sum(n_tup_ins + n_tup_upd + n_tup_del) AS total FROM pg_stat_user_tables WHERE relname <> 'write_probes'`,
  )
  await client.end()
  return Number(rows[0]?.total)
}

describe(`a primary that is killed under traffic, ${FAILOVERS} times`, () => {
  const here = shared(async () => {
    const pair = await postgresPair()
    const { start } = await processes({ HASH_CONCURRENCY: '1' })
    const members = await Promise.all([start({ url: pair.url }), start({ url: pair.url })])
    return { pair, members }
  })

  it('loses nothing that was acknowledged, lets nobody in who was signed out, and is ready soon', async () => {
    const { pair, members } = here()
    const traffic = outageTraffic(members)
    const readyMs: number[] = []
    for (let round = 1; round <= FAILOVERS; round++) {
      const before = traffic.figures.answers
      await expect.poll(() => traffic.figures.answers - before).toBeGreaterThan(STEADY)
      const former = await pair.failOver(NOTICED_MS)
      readyMs.push(Math.round(await untilReady(members)))
      await former.startAgain()
      const written = await writesAt(former)
      const again = traffic.figures.answers
      await expect.poll(() => traffic.figures.answers - again).toBeGreaterThan(STEADY)
      expect(await writesAt(former)).toBe(written)
      await former.kill()
      await pair.rejoin(former)
    }
    await traffic.end()
    expect(traffic.wrong).toEqual([])
    expect(await traffic.lost()).toEqual([])
    expect(await traffic.revived()).toBe(0)
    expect(traffic.figures.outages).toBeGreaterThan(0)
    // How long it takes is of the machine, and what else it has to do.
    if (isFull) process.stdout.write(`${JSON.stringify({ ...traffic.figures, readyMs })}\n`)
  })
})
