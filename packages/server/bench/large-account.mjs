import { execFileSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { pathOf } from './children.mjs'
import { openDatabase } from './database.mjs'
import { connect } from './load-accounts.mjs'
import { startService } from './service.mjs'
import { median } from './statistics.mjs'

/**
 * One account with a million sessions, from a time without a cap: how long does each act on it take while they live, and how long
 * when they have ended?
 */
const STATES = { live: 0, ended: 1 }
const TIMES = 5
const DAY = 86_400_000
const PASSWORD = 'correct horse 1'
const ADA = { email: 'ada@example.com', password: PASSWORD, name: 'Ada' }
const ROOT = { email: 'root@example.com', password: PASSWORD, name: 'Root' }

const { values: options } = parseArgs({
  options: { database: { type: 'string', default: 'sqlite' }, sessions: { type: 'string', default: '1000000' } },
})
const sessions = Number(options.sessions)

const database = await openDatabase(options.database)
execFileSync(process.execPath, [pathOf('../bin/latchkey.js'), 'migrate'], {
  env: { ...process.env, DATABASE_URL: database.url },
  cwd: database.directory,
})
const service = await startService(database, { DISABLE_ADMIN_TWO_FACTOR: 'true' })
const { query, close } = await connect(database)
try {
  console.log(`| ${options.database} | ${Object.keys(STATES).join(' | slowest | ')} | slowest |`)
  for (const [name, times] of Object.entries(await measure()))
    console.log(`| ${name} | ${times.map((some) => `${ms(median(some))} | ${ms(Math.max(...some))}`).join(' | ')} |`)
} finally {
  await close()
  await service.stop()
  await database.close()
}

async function measure() {
  const { user } = (await send('POST', '/auth/register', { body: ADA })).body
  await send('POST', '/auth/register', { body: ROOT })
  await query(`UPDATE accounts SET role = 'admin', verified_at = 1 WHERE email = '${ROOT.email}'`)
  const [before] = await query(`SELECT * FROM accounts WHERE id = '${user.id}'`)
  await load(user.id)
  const root = (await send('POST', '/auth/admin/login', { body: ROOT })).cookie
  const path = `/admin/users/${user.id}`
  const signIn = async () => ({ cookie: (await send('POST', '/auth/login', { body: ADA })).cookie })

  /** What is sent, by whoever is signed in just before; an act ends all sessions, and they are put back for the next. */
  const acts = {
    'sign in': () => ['POST', '/auth/login', { body: ADA }],
    'check a session': (ada) => ['GET', '/auth/me', ada],
    'refresh a session': (ada) => ['POST', '/auth/refresh', ada],
    'list sessions': (ada) => ['GET', '/auth/sessions', ada],
    'list sessions, last page': (ada) => ['GET', '/auth/sessions?offset=9980', ada],
    'look at the account (administrator)': () => ['GET', path, { cookie: root }],
    'end all other sessions': (ada) => ['DELETE', '/auth/sessions', ada],
    'end all sessions (administrator)': () => ['DELETE', `${path}/sessions`, { cookie: root }],
    'change the password': (ada) => [
      'POST',
      '/auth/change-password',
      { ...ada, body: { oldPassword: PASSWORD, newPassword: 'battery staple 2' } },
    ],
    'reset the password, a provider is removed': async () => {
      await query(
        `INSERT INTO identities (issuer, subject, provider, account_id, created_at, used_at) VALUES ('i', 's', 'corp', '${user.id}', 1, 1)`,
      )
      return ['POST', '/auth/reset-password', { body: { code: await resetCode(), newPassword: 'battery staple 2' } }]
    },
    'switch two-factor on': (ada) => ['POST', '/auth/2fa/enable', { ...ada, body: { password: PASSWORD } }],
    'ban (administrator)': () => ['PATCH', `${path}/ban`, { cookie: root }],
    'delete the account (administrator)': () => ['DELETE', path, { cookie: root }],
    'delete the account': (ada) => ['DELETE', '/auth/account', { ...ada, body: { password: PASSWORD } }],
  }
  const times = {}
  for (const [name, act] of Object.entries(acts)) {
    times[name] = []
    for (const epoch of Object.values(STATES)) {
      const samples = []
      for (let n = 0; n < TIMES; n++) {
        await putBack({ ...before, session_epoch: epoch })
        const request = await act(await signIn())
        const started = performance.now()
        await send(...request)
        samples.push(performance.now() - started)
      }
      times[name].push(samples)
    }
  }
  return times
}

function ms(value) {
  return `${value.toFixed(0)} ms`
}

async function load(accountId) {
  const numbers = `WITH RECURSIVE n (i) AS (SELECT CAST(1 AS BIGINT) UNION ALL SELECT i + 1 FROM n WHERE i < ${sessions})`
  const [now, end] = [Date.now(), Date.now() + 30 * DAY]
  await query(
    `INSERT INTO sessions (id, account_id, token_hash, ip_address, user_agent, method, created_at, last_active_at, expires_at, refresh_expires_at)
     ${numbers} SELECT 's-' || CAST(i AS TEXT), '${accountId}', 't-' || CAST(i AS TEXT), '', '', 'password', ${now} - i * 1000,
       ${now} - i * 1000, ${end}, ${end} FROM n`,
  )
  await query(
    `INSERT INTO refresh_tokens (hash, session_id, generation, expires_at)
     ${numbers} SELECT 'r-' || CAST(i AS TEXT), 's-' || CAST(i AS TEXT), 1, ${end} FROM n`,
  )
  if (database.kind === 'postgres') await query('VACUUM ANALYZE')
  await sleep(100) // connections that the service has closed meanwhile are noticed
}

/** As it was, sessions included: what has ended them is one number. */
function putBack(account) {
  const values = Object.entries(account).filter(([column]) => column !== 'id')
  const literal = (value) => (value === null ? 'NULL' : `'${value}'`)
  return query(
    `UPDATE accounts SET ${values.map(([column, value]) => `${column} = ${literal(value)}`).join(', ')} WHERE id = '${account.id}'`,
  )
}

/** Mails leave in the background: the first one that was not there before. */
async function resetCode() {
  const codes = async () =>
    (await send('GET', '/dev/inbox.json')).body.flatMap(({ text }) => /#code=([\w-]+)/.exec(text)?.[1] ?? [])
  const known = new Set(await codes())
  await send('POST', '/auth/forgot-password', { body: { email: ADA.email } })
  for (;;) {
    const fresh = (await codes()).find((code) => !known.has(code))
    if (fresh) return fresh
  }
}

async function send(method, path, { cookie = '', body } = {}) {
  const headers = { origin: service.url, cookie, ...(body && { 'content-type': 'application/json' }) }
  const reply = await fetch(`${service.url}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  const text = await reply.text()
  if (!reply.ok) throw new Error(`${method} ${path} answered ${reply.status}: ${text}`)
  const cookies = reply.headers.getSetCookie().map((line) => line.split(';')[0])
  return { body: JSON.parse(text), cookie: cookies.join('; ') }
}
