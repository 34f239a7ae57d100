import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { freePort, pathOf } from './children.mjs'
import { openDatabase } from './database.mjs'
import { connect } from './load-accounts.mjs'
import { cookiesOf, soakedApplication } from './soak-application.mjs'
import { median } from './statistics.mjs'

/**
 * Mixed traffic over two processes on one database, with an application and a webhook, while months pass: their clock is moved between
 * requests. Tells whether anything grows that should not, and whether what is to happen at its time did. `--days 0` moves no clock.
 */
const { values: options } = parseArgs({
  options: {
    ...{ minutes: { type: 'string', default: '60' }, days: { type: 'string', default: '90' } },
    ...{
      database: { type: 'string', default: 'sqlite' },
      steps: { type: 'string', default: '360' },
      pause: { type: 'string', default: '60' },
    },
  },
})
const MS_IN_DAY = 86_400_000
const days = Number(options.days)
const steps = Number(options.steps)
const stepMs = (days * MS_IN_DAY) / steps
const realMs = (Number(options.minutes) * 60_000) / steps
const PEOPLE = 200
const password = 'correct horse 1'
const RETENTION_DAYS = 30
const UNVERIFIED_DAYS = 10
const TILE = 256
const SETTINGS = {
  ...{ WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8' },
  ...{ NODE_ENV: 'development', LOG_LEVEL: 'warn', HOST: '127.0.0.1', SECRET: 'a secret for the soak, 32 bytes and more' },
  ...{ AUDIT_RETENTION: `${RETENTION_DAYS}d`, UNVERIFIED_ACCOUNT_TTL: `${UNVERIFIED_DAYS}d`, SESSION_CACHE_SIZE: '10000' },
}

const { PATH } = process.env
const database = await openDatabase(options.database)
const application = await soakedApplication(database, { PATH, ...SETTINGS })
if (database.kind === 'postgres') await lendClock()
let now = Date.now()
const services = [await start(), await start()]
const { query, close } = await connect(database)
const count = async (sql) => Number((await query(`SELECT COUNT(*) AS n FROM ${sql}`))[0].n)

/** What may be there for `kept` days after a moment, and no longer than it takes to come round to it: two steps. */
const slackMs = 2 * stepMs + 5 * 60_000
const OVERDUE = Object.entries({
  sessions: ['refresh_expires_at', 1],
  refresh_tokens: ['expires_at', 1],
  challenges: ['expires_at', 1],
  codes: ['expires_at', 1],
  limits: ['expires_at', 1],
  outbox: ['done_at', 1],
  oidc_codes: ['expires_at', 1],
  oidc_requests: ['expires_at', 1],
  oidc_access_tokens: ['expires_at', 0],
  oidc_refresh_tokens: ['expires_at', 0],
  oidc_grants: ['ended_at', 1],
  oidc_logouts: ['done_at', 1],
  webhook_deliveries: ['done_at', 30],
  activity: ['created_at', RETENTION_DAYS + 1],
}).map(([table, [column, kept]]) => [table, () => count(`${table} WHERE ${column} < ${now - kept * MS_IN_DAY - slackMs}`)])
OVERDUE.push(
  // The sealed log goes in whole tiles.
  [
    'tiles of events',
    async () =>
      Math.floor((await count(`audit_events WHERE created_at < ${now - (RETENTION_DAYS + 1) * MS_IN_DAY - slackMs}`)) / TILE),
  ],
  [
    'accounts never proved',
    () => count(`accounts WHERE verified_at IS NULL AND created_at < ${now - UNVERIFIED_DAYS * MS_IN_DAY - slackMs}`),
  ],
  [
    'no checkpoint for two days',
    async () => Number((await count(`audit_checkpoints WHERE created_at > ${now - 2 * MS_IN_DAY - slackMs}`)) === 0),
  ],
  [
    'keys that sign for too long',
    () => count(`oidc_signing_keys WHERE signs_until IS NULL AND signs_from < ${now - 91 * MS_IN_DAY - slackMs}`),
  ],
  [
    'events that no webhook was told',
    () => count(`webhook_deliveries WHERE done_at IS NULL AND next_attempt_at < ${now - slackMs}`),
  ],
  [
    'ends that the application was not told',
    () => count(`oidc_logouts WHERE done_at IS NULL AND next_attempt_at < ${now - slackMs}`),
  ],
  ['mails that nobody has taken', () => count(`outbox WHERE done_at IS NULL AND next_attempt_at < ${now - slackMs}`)],
)

const answers = new Map()
const samples = []
const overdue = new Map()
const people = []
let made = 0
async function start() {
  const port = await freePort()
  const env = { PATH, ...SETTINGS, DATABASE_URL: database.url, PORT: String(port) }
  const child = fork(pathOf('../bin/latchkey.js'), ['start'], {
    ...{ cwd: database.directory, env, execArgv: ['--expose-gc', '--import', pathOf('soak-clock.mjs')] },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  process.on('exit', () => child.kill('SIGKILL'))
  const url = `http://127.0.0.1:${port}`
  const isUp = () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isUp())) await sleep(50)
  return { child, url, exited: once(child, 'exit') }
}

/** A process that finds its clock far from the server's removes nothing, so the server's goes along: by a function that comes before its own. */
async function lendClock() {
  const { query, close } = await connect(database)
  await query('CREATE TABLE soak_clock (moved BIGINT NOT NULL)')
  await query('INSERT INTO soak_clock VALUES (0)')
  await query(`CREATE FUNCTION public.clock_timestamp() RETURNS timestamptz VOLATILE LANGUAGE sql AS
    $$SELECT pg_catalog.clock_timestamp() + moved * interval '1 millisecond' FROM soak_clock$$`)
  await query('ALTER DATABASE latchkey SET search_path = public, pg_catalog')
  await close()
}

/** One request after the other, each with the one or the other process. */
async function traffic(until) {
  while (Date.now() < until) {
    const name = OFTEN[Math.floor(Math.random() * OFTEN.length)]
    const person = people[Math.floor(Math.random() * people.length)]
    if (name === 'register' ? people.length < PEOPLE : person !== undefined) await act(name, person)
    else if (!person) await act('register')
    await sleep(Number(options.pause))
  }
}

async function act(name, person) {
  const status = await ACTS[name].run(person).catch((error) => error.code ?? error.message)
  const told = `${name} ${status}`
  answers.set(told, (answers.get(told) ?? 0) + 1)
}

const signIn = async (person) => {
  const status = await send(person, 'POST', '/auth/login', { email: person.email, password })
  // Whoever never proved the mailbox is gone after a while.
  const at = people.indexOf(person)
  if (status === 401 && at >= 0) people.splice(at, 1)
  return status
}
const ofApplication = Object.entries(application.acts).map(([name, { often, run }]) => [
  name,
  { often, run: (person) => run(services[turn++ % services.length], person) },
])
const ACTS = {
  ...Object.fromEntries(ofApplication),
  check: { often: 60, run: (person) => send(person, 'GET', '/auth/me') },
  'sign in': { often: 12, run: signIn },
  refresh: { often: 8, run: (person) => send(person, 'POST', '/auth/refresh') },
  'sign out': { often: 3, run: (person) => send(person, 'POST', '/auth/logout') },
  'wrong password': {
    often: 2,
    run: (person) => send(person, 'POST', '/auth/login', { email: person.email, password: 'wrong 1' }),
  },
  'ask for a reset': { often: 2, run: (person) => send(person, 'POST', '/auth/forgot-password', { email: person.email }) },
  sessions: { often: 3, run: (person) => send(person, 'GET', '/auth/sessions') },
  rename: { often: 3, run: (person) => send(person, 'PUT', '/auth/name', { name: `Somebody ${made}` }) },
  register: {
    often: 5,
    async run() {
      const person = { email: `soak${made++}@example.com`, cookies: new Map() }
      const status = await send(person, 'POST', '/auth/register', { email: person.email, password, name: 'Somebody' })
      if (status === 201) people.push(person)
      // Of the others the service removes the accounts in time.
      if (status === 201 && made % 2 === 0) await prove(person)
      return status
    },
  },
  delete: {
    often: 2,
    async run(person) {
      people.splice(people.indexOf(person), 1)
      await signIn(person)
      return send(person, 'DELETE', '/auth/account', { password })
    },
  },
}

const OFTEN = Object.entries(ACTS).flatMap(([name, { often }]) => Array(often).fill(name))
/** By the code of a mail, which is in the inbox of the process that has sent it. */
async function prove(person) {
  await send(person, 'POST', '/auth/verify-email/resend', { email: person.email })
  for (let tries = 0; tries < 50; tries++) {
    const inboxes = await Promise.all(services.map(({ url }) => fetch(`${url}/dev/inbox.json`).then((answer) => answer.json())))
    const mail = inboxes.flat().find(({ to, text }) => to === person.email && CODE.test(text))
    if (mail) return send(person, 'POST', '/auth/verify-email', { code: CODE.exec(mail.text)[0] })
    await sleep(20)
  }
  throw new Error('no mail came')
}
const CODE = /^\w{4}-\w{4}-\w{4}$/m

let turn = 0
async function send(person, method, at, body) {
  const { url } = services[turn++ % services.length]
  const answer = await fetch(url + at, {
    method,
    headers: {
      origin: services[0].url,
      cookie: cookiesOf(person),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  for (const line of answer.headers.getSetCookie()) {
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)
    if (value === '') person.cookies.delete(name)
    else person.cookies.set(name, value)
  }
  await answer.arrayBuffer()
  return answer.status
}

/** What a process has in use, in bytes, once what is not is collected. */
async function collected(child) {
  const answered = once(child, 'message')
  child.send({ move: 'collect' })
  const [{ heap }] = await answered
  return heap
}

/** In MiB. PostgreSQL's log is the server's. */
const SIZES = {
  async sqlite() {
    const file = database.url.slice('file:'.length)
    const sizeOf = (name) => statSync(name, { throwIfNoEntry: false })?.size ?? 0
    const [free] = await query('PRAGMA freelist_count')
    const size = sizeOf(file)
    return { file: size, used: size - Number(Object.values(free)[0]) * 4096, log: sizeOf(`${file}-wal`) }
  },
  async postgres() {
    const [{ size }] = await query('SELECT pg_database_size(current_database()) AS size')
    return { file: Number(size) }
  },
}

async function look(step) {
  const sizes = Object.entries(await SIZES[database.kind]()).map(([name, bytes]) => [name, bytes / 1024 ** 2])
  const heaps = await Promise.all(services.map(({ child }) => collected(child)))
  samples.push({
    memory: Math.max(
      ...services.map(({ child }) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))[1]) / 1024),
    ),
    'memory in use': Math.max(...heaps) / 1024 ** 2,
    handles: Math.max(...services.map(({ child }) => readdirSync(`/proc/${child.pid}/fd`).length)),
    ...Object.fromEntries(sizes),
    mails: await count('outbox WHERE done_at IS NULL'),
    accounts: await count('accounts'),
    sessions: await count('sessions'),
    events: await count('audit_events'),
    tokens: await count('oidc_access_tokens'),
    deliveries: await count('webhook_deliveries'),
    keys: await count('oidc_signing_keys'),
  })
  if (step < 2) return
  for (const [name, find] of OVERDUE) overdue.set(name, Math.max(overdue.get(name) ?? 0, await find()))
  if (step % 20 === 0) process.stderr.write(`${step}/${steps} ${JSON.stringify(samples.at(-1))}\n`)
}

/** The middle of the second and of the last quarter of the time, when what is kept for long has come round. */
function tell() {
  const quarter = Math.floor(samples.length / 4)
  const [second, last] = [samples.slice(quarter, 2 * quarter), samples.slice(-quarter)]
  console.log(`${days} days in ${options.minutes} minutes, ${[...answers.values()].reduce((sum, n) => sum + n, 0)} requests\n`)
  console.log('| | second quarter | last quarter | most |\n| --- | --- | --- | --- |')
  for (const name of Object.keys(samples[0] ?? {})) {
    const of = (some) => median(some.map((one) => one[name])).toFixed(1)
    console.log(`| ${name} | ${of(second)} | ${of(last)} | ${Math.max(...samples.map((one) => one[name])).toFixed(1)} |`)
  }
  const { webhooks, logouts, refused } = application.told
  console.log(`\nThe receiver was told of ${webhooks} events and ${logouts} ends of sessions, and refused ${refused} times`)
  console.log(`\nOverdue, at most: ${[...overdue].map(([name, most]) => `${name} ${most}`).join(', ')}`)
  console.log(
    `Answers: ${[...answers]
      .sort()
      .map(([told, n]) => `${told} ×${n}`)
      .join(', ')}`,
  )
}

try {
  const begun = Date.now()
  for (let step = 0; step < steps; step++) {
    const until = begun + (step + 1) * realMs
    now = Date.now() + step * stepMs
    await Promise.all([traffic(until - realMs / 3), traffic(until - realMs / 3)])
    if (stepMs > 0 && database.kind === 'postgres') await query(`UPDATE soak_clock SET moved = moved + ${Math.round(stepMs)}`)
    if (stepMs > 0) for (const { child } of services) child.send({ move: stepMs })
    now += stepMs
    await sleep(Math.max(until - Date.now(), 0))
    await look(step)
  }
} finally {
  tell()
  await close()
  for (const { child, exited } of services) {
    child.kill('SIGTERM')
    await exited
  }
  application.close()
  await database.close()
}
