import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { availableParallelism, cpus, loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { SMTPServer } from 'smtp-server'
import { openDatabase } from './database.mjs'
import { connect } from './load-accounts.mjs'
import { startService } from './service.mjs'
import { median, rankTest } from './statistics.mjs'

/**
 * Does the clock tell whether an address has an account? Every request is for an address of its own, and those of all
 * classes come in one random order over one connection, so that whatever else the machine does meets all of them.
 */
const ORIGIN = 'https://id.example.com'
const SAMPLED = { email: 'sample@example.com', password: 'correct horse 1', name: 'Sample' }
const CLASSES = ['known', 'passwordless', 'banned', 'unknown']
const WARM_UP = 20
/** By then the mail of the last request is away: it is sent after the answer, and must not slow the next one down. */
const PAUSE_MS = 25

const routes = {
  '/auth/login': (email) => ({ email, password: 'wrong horse 1' }),
  '/auth/forgot-password': (email) => ({ email }),
  '/auth/verify-email/resend': (email) => ({ email }),
  '/auth/code/request': (email) => ({ email }),
}

/** As in production, only that no limit is reached, not even by two addresses that happen to share a count. */
const production = (smtpPort) => ({
  NODE_ENV: 'production',
  PUBLIC_URL: ORIGIN,
  SECRET: randomBytes(32).toString('hex'),
  SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
  LIMIT_ENTRY_PER_MINUTE: '1000000',
  LIMIT_MAILS_PER_MINUTE: '1000',
  LIMIT_MAILS_PER_HOUR: '1000',
  EMAIL_SIGN_IN: 'anybody',
})

const { values: options } = parseArgs({
  options: { database: { type: 'string', default: 'sqlite' }, samples: { type: 'string', default: '400' } },
})
const samples = Number(options.samples)
if (!['sqlite', 'postgres'].includes(options.database)) throw new Error('--database is sqlite or postgres')
if (!Number.isInteger(samples) || samples < 20) throw new Error('--samples is a number from 20 on')

const agent = new Agent({ keepAlive: true, maxSockets: 1 })

/** How long an answer takes, to its last byte. */
function post(url, path, body) {
  const text = JSON.stringify(body)
  const headers = { origin: ORIGIN, 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }
  return new Promise((resolve, reject) => {
    const startedAt = performance.now()
    const sent = request(url + path, { method: 'POST', agent, headers }, (reply) => {
      reply.resume()
      reply.on('end', () => resolve({ status: reply.statusCode, ms: performance.now() - startedAt }))
    })
    sent.on('error', reject)
    sent.end(text)
  })
}

/** All addresses look alike. Those with an account have the password hash of one that was registered. */
async function makeAddresses(database, service) {
  const { status } = await post(service.url, '/auth/register', SAMPLED)
  if (status !== 201) throw new Error(`registration answered ${status}`)
  const { query, close } = await connect(database)
  const now = Date.now()
  const hash = `(SELECT password_hash FROM accounts WHERE email = '${SAMPLED.email}')`
  const addresses = {}
  for (const name of CLASSES) {
    addresses[name] = Array.from({ length: samples + WARM_UP }, () => `${randomBytes(8).toString('hex')}@example.com`)
    if (name === 'unknown') continue
    const rows = addresses[name].map(
      (email) =>
        `('${randomUUID()}', '${email}', 'Sample', 'user', 1, ${name === 'passwordless' ? 'NULL' : hash}, ${name === 'banned' ? now : 'NULL'}, ${now}, ${now})`,
    )
    await query(
      `INSERT INTO accounts (id, email, name, role, credential_version, password_hash, banned_at, created_at, updated_at) VALUES ${rows.join()}`,
    )
  }
  await close()
  return addresses
}

function shuffled(items) {
  const all = [...items]
  for (let last = all.length - 1; last > 0; last--) {
    const other = randomInt(last + 1)
    const [one, two] = [all[last], all[other]]
    all[last] = two
    all[other] = one
  }
  return all
}

/** Milliseconds by class. The order is random throughout: what one request leaves to be done, the next of any class may meet. */
async function measure({ url }, path, addresses) {
  const requests = (from, to) =>
    shuffled(CLASSES.flatMap((name) => addresses[name].slice(from, to).map((email) => ({ name, email }))))
  const times = Object.fromEntries(CLASSES.map((name) => [name, []]))
  const answers = new Set()
  for (const { email } of requests(0, WARM_UP)) await post(url, path, routes[path](email))
  for (const { name, email } of requests(WARM_UP, WARM_UP + samples)) {
    await sleep(PAUSE_MS)
    const { status, ms } = await post(url, path, routes[path](email))
    answers.add(status)
    times[name].push(ms)
  }
  if (answers.size !== 1) throw new Error(`${path} answered ${[...answers].join(' and ')}`)
  return times
}

const pairs = CLASSES.flatMap((one, index) => CLASSES.slice(index + 1).map((other) => [one, other]))
/** With so many comparisons one in twenty would be found by chance; so each of them has to be that much surer. */
const LEVEL = 0.05 / (pairs.length * Object.keys(routes).length)

let isToldApart = false

function report(path, times) {
  const medians = CLASSES.map((name) => `${name} ${median(times[name]).toFixed(2)} ms`).join(', ')
  console.log(`\n### POST ${path}\n\nMedians: ${medians}.\n\n| | p | effect |\n|---|---|---|`)
  for (const [one, other] of pairs) {
    const { p, superiority } = rankTest(times[one], times[other])
    const verdict = p < LEVEL ? ' **told apart**' : ''
    if (p < LEVEL) isToldApart = true
    console.log(`| ${one}, ${other} | ${p < 0.001 ? p.toExponential(1) : p.toFixed(3)}${verdict} | ${superiority.toFixed(3)} |`)
  }
}

const mailServer = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  logger: false,
  onData: (stream, _session, done) => stream.resume().on('end', () => done()),
})
await new Promise((resolve) => mailServer.listen(0, '127.0.0.1', resolve))
const database = await openDatabase(options.database)
let service
try {
  console.log(`load average before the run: ${loadavg()[0].toFixed(2)}`)
  service = await startService(database, production(mailServer.server.address().port))
  const addresses = await makeAddresses(database, service)
  console.log(`${options.database}, Node ${process.versions.node}, ${availableParallelism()} cores of ${cpus()[0].model.trim()}`)
  console.log(`${samples} samples of each class; told apart means p < ${LEVEL.toFixed(4)}; effect 0.5 means none`)
  for (const path of Object.keys(routes)) report(path, await measure(service, path, addresses))
} finally {
  agent.destroy()
  await service?.stop()
  await database.close()
  await new Promise((resolve) => mailServer.close(resolve))
}
// Said aloud: the PostgreSQL package ends the process with 0 when it is left to end by itself.
if (isToldApart) process.exit(1)
