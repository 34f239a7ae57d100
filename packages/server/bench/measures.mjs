import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort, helper, residentMib } from './children.mjs'
import { inTurns, withCpu } from './in-turns.mjs'
import { APP, env, replySchema, startService } from './service.mjs'
import { quantile } from './statistics.mjs'

const ME = '/auth/me'
const ME_CONNECTIONS = 32
/** More than are hashed at once, so that the hasher never waits for a client. */
const LOGIN_CONNECTIONS = 4 * availableParallelism()
const PACE = { connections: 2, perSecond: 100 }

/** The first start migrates an empty database; the others find it as the last one left it. */
export async function measureStarts(database, count) {
  const starts = []
  for (let index = 0; index <= count; index++) {
    const { startMs, startCpuMs, stop } = await startService(database)
    starts.push({ startMs, startCpuMs })
    await stop()
  }
  return { onEmpty: starts[0], starts: starts.slice(1) }
}

export async function measureIdleMemory(service, afterMs) {
  await sleep(afterMs)
  return residentMib(service.pid)
}

/** Whatever has a query is answered by the framework, so that this is the check without its own lane. */
const WITHOUT_LANE = `${ME}?`
const QUESTION = { 'x-original-url': `${APP}/page`, 'x-original-method': 'GET' }

/** Checks of the session against a bare route that answers the same bytes; without the lane; and with nothing kept. */
export async function measureReads(service, { headers }, load, plan) {
  const bare = helper('bare-route.mjs', env)
  const uncached = await startService(service.database, { SESSION_CACHE_SIZE: '0' })
  try {
    const text = await textOf(service.url + ME, headers)
    const schema = await replySchema(service, ME)
    const { url } = await bare.ask({ port: await freePort(), path: ME, schema, body: JSON.parse(text) })
    if ((await textOf(url + ME, {})) !== text) throw new Error('the bare route answers something else')
    const flood = (one, target, path, sent) => (times) => {
      const requests = [{ method: 'GET', path, headers: sent }]
      return withCpu(one, () => load.ask({ url: target + path, connections: ME_CONNECTIONS, requests, ...times }))
    }
    const at = (path, more = {}) => flood(service, service.url, path, { ...headers, ...more })
    return await inTurns(plan, {
      bare: flood(bare, url, ME, headers),
      service: at(ME),
      check: at('/auth/check'),
      forward: at('/auth/forward', QUESTION),
      framework: at(WITHOUT_LANE),
      uncached: flood(uncached, uncached.url, ME, headers),
    })
  } finally {
    await uncached.stop()
    await bare.stop()
  }
}

const textOf = async (url, headers) => (await fetch(url, { headers })).text()

/** Sign-ins against the hash alone, as many at once as the service hashes. */
export async function measureLogins(service, accounts, load, plan) {
  const bare = helper('bare-hashing.mjs', env)
  try {
    // A sign-in is long and comes seldom, so that it takes its time until all of it is compiled.
    return await inTurns(
      { ...plan, warmUpMs: 5 * plan.warmUpMs },
      {
        bare: (times) => withCpu(bare, () => bare.ask({ concurrency: availableParallelism(), ...times })),
        service: (times) => withCpu(service, () => load.ask({ ...loginFlood(service, accounts), ...times })),
      },
    )
  } finally {
    await bare.stop()
  }
}

/** The same few reads, while nothing else happens and while sign-ins keep every hashing thread busy. */
export async function measureReadsUnderLogins(service, { reader, accounts }, load, plan) {
  const second = helper('load.mjs')
  const read = ({ durationMs }) => load.ask({ url: service.url + ME, headers: reader.headers, ...PACE, durationMs })
  try {
    const rounds = await inTurns(plan, {
      idle: (times) => withCpu(service, () => read(times)),
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
