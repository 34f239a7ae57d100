import { randomInt } from 'node:crypto'
import http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import autocannon from 'autocannon'
import { answer } from './helper-loop.mjs'
import { loadedCookie } from './load-sessions.mjs'
import { quantile } from './statistics.mjs'

answer((task) => (task.perSecond === undefined ? flood(task) : pace(task)))

/** As many requests as the connections carry. What comes back while it settles is not counted. */
async function flood({ url, requests = [], connections, settleMs, durationMs, loadedSessions }) {
  const latencies = []
  let client = 0
  const begin = performance.now() + settleMs
  const until = begin + durationMs
  const run = autocannon({
    url,
    connections,
    duration: (settleMs + durationMs) / 1000 + 0.2,
    // Each connection is another visitor's, and begins with another request, so that they do not all sign in as the same account.
    setupClient: (one) =>
      one.setRequests(loadedSessions ? [anyOf(loadedSessions)] : rotate(requests, client++).map(from(client))),
  })
  run.on('response', (_client, _status, _bytes, ms) => {
    const now = performance.now()
    if (now >= begin && now < until) latencies.push(ms)
  })
  const { non2xx, errors, timeouts, requests: total } = await run
  if (non2xx + errors + timeouts > 0) throw new Error(`${url}: ${non2xx} refused, ${errors} failed, ${timeouts} timed out`)
  return { ...summary(latencies), rate: latencies.length / (durationMs / 1000), sent: total.sent }
}

/** Another session each time, of so many: whoever looks it up has hardly ever seen it before. */
const anyOf = (count) => ({
  method: 'GET',
  path: '/auth/me',
  setupRequest: (request) => ({ ...request, headers: { cookie: loadedCookie(randomInt(count)) } }),
})

/** As a proxy passes it on. */
const from = (client) => (request) => ({
  ...request,
  headers: { ...request.headers, 'x-forwarded-for': `10.0.${client >> 8}.${client & 255}` },
})

const rotate = (list, by) => [...list.slice(by % list.length), ...list.slice(0, by % list.length)]

/** So many a second, evenly: autocannon's own rate sends each second's requests in one burst. */
async function pace({ url, headers, connections, perSecond, durationMs }) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections })
  const pending = []
  const until = performance.now() + durationMs
  for (let due = performance.now(); due < until; due += 1000 / perSecond) {
    await sleep(Math.max(0, due - performance.now()))
    pending.push(timed(url, { agent, headers }))
  }
  const latencies = await Promise.all(pending)
  agent.destroy()
  return { ...summary(latencies), latencies, sent: latencies.length }
}

const timed = (url, options) =>
  new Promise((resolve, reject) => {
    const start = performance.now()
    const request = http.get(url, options, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url} answered ${response.statusCode}`))
      response.resume().once('end', () => resolve(performance.now() - start))
    })
    request.once('error', reject)
  })

const summary = (latencies) => ({ p50: quantile(latencies, 0.5), p99: quantile(latencies, 0.99) })
