import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { cpuMs, freePort, spawnService } from './children.mjs'

const START_LIMIT_MS = 20_000
const PASSWORD = 'correct horse 1'

/** Both sides of a comparison of hashes get the same pool. */
export const env = { ...process.env, NODE_ENV: 'development', UV_THREADPOOL_SIZE: String(availableParallelism() + 4) }

/** An application on the service's own host, whose proxy asks who sends it a request. */
export const APP = 'http://localhost:9'

/** As in production: requests are counted, and figures kept. The limits are such that no load reaches them. */
const PROFILE = {
  RATE_LIMITS: 'true',
  LIMIT_ENTRY_PER_MINUTE: '1000000',
  LIMIT_GENERAL_PER_MINUTE: '1000000',
  LIMIT_FORWARD_PER_MINUTE: '1000000',
  METRICS_PORT: '0',
  TRUSTED_PROXIES: '127.0.0.1',
  FORWARD_AUTH_APPS: APP,
}

/** Starts the service and waits for its first good answer. It knows its database, whose processor time is part of its own. */
export async function startService(database, settings = {}, startLimitMs = START_LIMIT_MS) {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const spawnedAt = performance.now()
  const child = spawnService(
    { ...env, ...PROFILE, LOG_LEVEL: 'warn', HOST: '127.0.0.1', PORT: String(port), DATABASE_URL: database.url, ...settings },
    database.directory,
  )
  while (!(await isUp(url))) {
    if (child.hasEnded() || performance.now() - spawnedAt > startLimitMs) throw new Error('the service did not start')
    await sleep(2)
  }
  return { ...child, url, database, startMs: performance.now() - spawnedAt, startCpuMs: cpuMs(child.pid) }
}

const isUp = (url) =>
  fetch(`${url}/readyz`).then(
    (reply) => reply.ok,
    () => false,
  )

/** Registers an account over HTTP: its session cookie, and what a sign-in of it sends from the same browser. */
export async function register({ url }, name) {
  const headers = { 'content-type': 'application/json', origin: url }
  const email = `${name}@example.com`
  const reply = await fetch(`${url}/auth/register`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ email, password: PASSWORD, name }),
  })
  if (reply.status !== 201) throw new Error(`registration answered ${reply.status}: ${await reply.text()}`)
  const cookie = (of) =>
    reply.headers
      .getSetCookie()
      .find((one) => one.startsWith(`${of}=`))
      .split(';')[0]
  const sent = { ...headers, cookie: cookie('_device') }
  const login = { method: 'POST', path: '/auth/login', headers: sent, body: JSON.stringify({ email, password: PASSWORD }) }
  return { headers: { cookie: cookie('app_session') }, login }
}

/** The schema that the service publishes for an answer, and that it serialises with, whole. */
export async function replySchema({ url }, path) {
  const document = await (await fetch(`${url}/openapi.json`)).json()
  const { schemas } = document.components
  const whole = (value) => {
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return value.map(whole)
    if (value.$ref) return whole(schemas[value.$ref.replace(/.*\//, '')])
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, whole(part)]))
  }
  return whole(document.paths[path].get.responses[200].content['application/json'].schema)
}
