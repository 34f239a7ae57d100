import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { cpuMs, freePort, helper, residentMib } from './children.mjs'
import { env, replySchema, startService } from './service.mjs'
import { quantile } from './statistics.mjs'

const ME = '/auth/me'
const SETTLE_MS = 300
const ME_CONNECTIONS = 32
/** More than are hashed at once, so that the hasher never waits for a client. */
const LOGIN_CONNECTIONS = 4 * availableParallelism()
const PACE = { connections: 2, perSecond: 100 }

/** The first start migrates an empty database; the others find it as the last one left it. */
export async function measureStarts(database, count) {
  const starts = []
  for (let index = 0; index <= count; index++) {
    const service = await startService(database)
    starts.push(service.startMs)
    await service.stop()
  }
  return { onEmpty: starts[0], starts: starts.slice(1) }
}

export async function measureIdleMemory(service, afterMs) {
  await sleep(afterMs)
  return residentMib(service.pid)
}

/** A read of the session against a bare route that answers the same bytes. */
export async function measureReads(service, { headers }, load, plan) {
  const bare = helper('bare-route.mjs', env)
  try {
    const text = await textOf(service.url + ME, headers)
    const schema = await replySchema(service, ME)
    const { url } = await bare.ask({ port: await freePort(), path: ME, schema, body: JSON.parse(text) })
    if ((await textOf(url + ME, {})) !== text) throw new Error('the bare route answers something else')
    const flood = (target, sent) => ({
      url: target + ME,
      connections: ME_CONNECTIONS,
      requests: [{ method: 'GET', path: ME, headers: sent }],
    })
    return await inTurns(plan, {
      bare: (times) => withCpu(bare.pid, () => load.ask({ ...flood(url, {}), ...times })),
      service: (times) => withCpu(service.pid, () => load.ask({ ...flood(service.url, headers), ...times })),
    })
  } finally {
    await bare.stop()
  }
}

const textOf = async (url, headers) => (await fetch(url, { headers })).text()

/** Sign-ins against the hash alone, as many at once as the service hashes. */
export async function measureLogins(service, accounts, load, plan) {
  const bare = helper('bare-hashing.mjs', env)
  try {
    return await inTurns(plan, {
      bare: (times) => withCpu(bare.pid, () => bare.ask({ concurrency: availableParallelism(), ...times })),
      service: (times) => withCpu(service.pid, () => load.ask({ ...loginFlood(service, accounts), ...times })),
    })
  } finally {
    await bare.stop()
  }
}

/** The same few reads, while nothing else happens and while sign-ins keep every hashing thread busy. */
export async function measureReadsUnderLogins(service, accounts, load, plan) {
  const second = helper('load.mjs')
  const read = ({ durationMs }) => load.ask({ url: service.url + ME, headers: accounts[0].headers, ...PACE, durationMs })
  try {
    const rounds = await inTurns(plan, {
      idle: read,
      busy: async ({ settleMs, durationMs }) => {
        const logins = second.ask({ ...loginFlood(service, accounts), settleMs, durationMs: durationMs + settleMs })
        await sleep(settleMs)
        const [result] = await Promise.all([read({ durationMs }), logins])
        return result
      },
    })
    const pooled = (side) =>
      quantile(
        rounds.flatMap((round) => round[side].latencies),
        0.99,
      )
    return { rounds, pooled: { idle: pooled('idle'), busy: pooled('busy') } }
  } finally {
    await second.stop()
  }
}

const loginFlood = ({ url }, accounts) => ({
  url,
  connections: LOGIN_CONNECTIONS,
  requests: accounts.map(({ login }) => login),
})

/** A B A B …, because a busy machine is slow for both of two neighbours but not for both of two halves of an hour. */
async function inTurns({ rounds, durationMs, warmUpMs }, sides) {
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

/** Adds what one request costs in processor time, which a noisy neighbour hardly changes. */
async function withCpu(pid, work) {
  const before = cpuMs(pid)
  const result = await work()
  await sleep(SETTLE_MS) // what was still in flight is in `sent`, too
  return { ...result, cpuMs: (cpuMs(pid) - before) / result.sent }
}
