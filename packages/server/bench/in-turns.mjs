import { setTimeout as sleep } from 'node:timers/promises'
import { cpuMs } from './children.mjs'

const SETTLE_MS = 300
/** A service with nothing to do uses less in that time. */
const AT_REST_MS = 20

/** A B A B …, because a busy machine is slow for both of two neighbours but not for both of two halves of an hour. */
export async function inTurns({ rounds, durationMs, warmUpMs }, sides) {
  for (const side of Object.values(sides)) await side({ settleMs: 0, durationMs: warmUpMs })
  const results = []
  for (let round = 0; round < rounds; round++) {
    const result = {}
    for (const [name, side] of Object.entries(sides)) {
      result[name] = await side({ settleMs: SETTLE_MS, durationMs })
      await sleep(SETTLE_MS)
    }
    results.push(result)
  }
  return results
}

/** Adds what one request costs in processor time, here and in the database server; a noisy neighbour hardly changes it. */
export async function withCpu({ pid, database }, work) {
  const used = () => [cpuMs(pid), database?.cpuMs() ?? 0]
  const [before, databaseBefore] = used()
  const result = await work()
  await untilAtRest(pid)
  const [after, databaseAfter] = used()
  return { ...result, cpuMs: (after - before) / result.sent, databaseCpuMs: (databaseAfter - databaseBefore) / result.sent }
}

/** What was still in flight is in `sent`, too; hashes that nobody waits for any more are calculated to their end. */
async function untilAtRest(pid) {
  for (let before = cpuMs(pid), isBusy = true; isBusy; ) {
    await sleep(SETTLE_MS)
    const now = cpuMs(pid)
    isBusy = now - before > AT_REST_MS
    before = now
  }
}
