import { execFileSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { cpuMs, helper, pathOf } from './children.mjs'
import { chosenDatabases, NAMES, openDatabase } from './database.mjs'
import { inTurns, withCpu } from './in-turns.mjs'
import { fixed, middle, perSecond, ratioOf, tableOf, us } from './report.mjs'
import { env, register, startService } from './service.mjs'

/** Checks of an access token beside checks of a session, in turns; and what a sign-in to an application costs whose person is signed in. */
const CONNECTIONS = 32
const CALLBACK = 'https://app.example.com/callback'
const SIGN_INS = 300

const { values: options } = parseArgs({ options: { database: { type: 'string' } } })
const plan = { rounds: 5, durationMs: 2000, warmUpMs: 3000 }

console.log(`load average before the run: ${loadavg()[0].toFixed(2)}`)
const load = helper('load.mjs')
const lines = []
try {
  for (const kind of chosenDatabases(options.database)) lines.push(await measure(kind))
} finally {
  await load.stop()
}
const head = ['', 'sessions', 'processor time', 'tokens', 'processor time', 'ratio', 'a sign-in: processor time', 'p50']
console.log(`\n${tableOf(head, lines)}`)

async function measure(kind) {
  const database = await openDatabase(kind)
  const secret = createClient(database)
  const service = await startService(database)
  try {
    const { headers } = await register(service, 'ada')
    const signIn = () => signInTo(service, headers, secret)
    const { token } = await signIn()
    const checks = await inTurns(plan, {
      session: flood(service, '/auth/me', headers),
      token: flood(service, '/oidc/userinfo', { authorization: `Bearer ${token}` }),
    })
    const each = await timed(service, signIn)
    const cells = ['session', 'token'].flatMap((side) => [
      perSecond(middle(checks, side, 'rate')),
      us(middle(checks, side, 'cpuMs')),
    ])
    const ratio = fixed(ratioOf(checks, ['session', 'token'], 'cpuMs'))
    return [NAMES[kind], ...cells, ratio, `${each.cpuMs.toFixed(1)} ms`, `${each.p50.toFixed(1)} ms`]
  } finally {
    await service.stop()
    await database.close()
  }
}

function flood(service, path, headers) {
  return (times) => {
    const requests = [{ method: 'GET', path, headers }]
    return withCpu(service, () => load.ask({ url: service.url, connections: CONNECTIONS, requests, ...times }))
  }
}

/** As an operator makes it, before the service starts. */
function createClient({ url, directory }) {
  const run = (...args) =>
    execFileSync(process.execPath, [pathOf('../bin/latchkey.js'), ...args], {
      env: { ...env, DATABASE_URL: url },
      cwd: directory,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    }).trim()
  run('migrate')
  return run('clients', 'create', '--id', 'app', '--name', 'App', '--redirect-uri', CALLBACK)
}

/** Three requests: the browser is sent on at once, the application redeems its code, and asks who it is. */
async function signInTo({ url }, headers, secret) {
  const verifier = randomBytes(32).toString('base64url')
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  const asked = new URLSearchParams({
    ...{ client_id: 'app', redirect_uri: CALLBACK, response_type: 'code', scope: 'openid profile email' },
    ...{ state: 'state', nonce: 'nonce', code_challenge: challenge, code_challenge_method: 'S256' },
  })
  const sent = await fetch(`${url}/oidc/authorize?${asked}`, { headers, redirect: 'manual' })
  const code = new URL(sent.headers.get('location') ?? 'about:blank').searchParams.get('code')
  if (code === null) throw new Error(`no code came: ${sent.status} ${await sent.text()}`)
  const form = { grant_type: 'authorization_code', code, redirect_uri: CALLBACK, code_verifier: verifier }
  const basic = `Basic ${Buffer.from(`app:${secret}`).toString('base64')}`
  const tokens = await fetch(`${url}/oidc/token`, {
    method: 'POST',
    body: new URLSearchParams(form),
    headers: { authorization: basic },
  })
  const { access_token: token } = await tokens.json()
  const who = await fetch(`${url}/oidc/userinfo`, { headers: { authorization: `Bearer ${token}` } })
  if (!who.ok) throw new Error(`the token was refused: ${who.status}`)
  await who.arrayBuffer()
  return { token }
}

/** One after the other, after as many that are not counted. */
async function timed({ pid, database }, act) {
  const used = () => cpuMs(pid) + database.cpuMs()
  for (let index = 0; index < SIGN_INS; index++) await act()
  const [before, took] = [used(), []]
  for (let index = 0; index < SIGN_INS; index++) {
    const from = performance.now()
    await act()
    took.push(performance.now() - from)
  }
  return { cpuMs: (used() - before) / SIGN_INS, p50: took.sort((one, other) => one - other)[SIGN_INS >> 1] }
}
