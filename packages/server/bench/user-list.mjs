import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { cpuMs, pathOf } from './children.mjs'
import { openDatabase } from './database.mjs'
import { loadAccounts, untilPrepared } from './load-accounts.mjs'
import { startService } from './service.mjs'
import { median } from './statistics.mjs'

/** The list of users at a thousand accounts and at a million: what does each kind of page cost? */
const SIZES = [1000, 1_000_000]
const SAMPLES = 200
/** What takes long is asked less often. */
const ENOUGH_MS = 5000
const PASSWORD = 'correct horse 1'
const ADMIN = { email: 'root@example.org', password: PASSWORD }

const { values: options } = parseArgs({ options: { database: { type: 'string', default: 'sqlite' } } })

const pages = (size) => ({
  'first page': '',
  'search by address, about ten matches': `search=user${size / 100 - 1}`,
  'search by address, one in 90': 'search=user77',
  'search by name, ten matches': 'search=zwolf',
  'search by name, one in 400': 'search=berfeld',
  'search by name, one in 26': 'search=jose',
  'search by name, one in 26, by change': 'search=jose&orderBy=updated_at',
  'search by name, one in 26, page in the middle': `search=jose&offset=${Math.floor(size / 52)}`,
  'search by two words, one in 10,000': 'search=berfeld jose',
  'search by two words, of which everybody has one': 'search=jose example.com',
  'search by one letter, one in 20': 'search=b',
  'search by one letter, everybody': 'search=u',
  'search by one letter, everybody, not banned': 'search=u&banned=false',
  'search by one letter, everybody, page in the middle': `search=u&offset=${size / 2}`,
  'search by two letters, which many have': 'search=u e',
  'page in the middle': `offset=${size / 2}`,
  'last page': `offset=${size - 20}`,
  'page in the middle, oldest first': `offset=${size / 2}&orderDirection=asc`,
  'banned only': 'banned=true',
  'not banned': 'banned=false',
  administrators: 'role=admin',
  'first page by change': 'orderBy=updated_at',
  'page in the middle by change': `offset=${size / 2}&orderBy=updated_at`,
  'page in the middle, not banned': `offset=${size / 2}&banned=false`,
})

async function measure(size) {
  const database = await openDatabase(options.database)
  const env = { ...process.env, DATABASE_URL: database.url }
  const passwordFile = path.join(database.directory, 'password')
  writeFileSync(passwordFile, PASSWORD)
  const create = ['admin', 'create', '--email', ADMIN.email, '--name', 'Root', '--password-file', passwordFile]
  for (const args of [['migrate'], create])
    execFileSync(process.execPath, [pathOf('../bin/latchkey.js'), ...args], { env, cwd: database.directory })
  await loadAccounts(database, size)
  const service = await startService(database, { DISABLE_ADMIN_TWO_FACTOR: 'true' })
  try {
    const startedAt = performance.now()
    await untilPrepared(database)
    console.log(`${size} accounts were counted and got their words in ${Math.round((performance.now() - startedAt) / 1000)} s`)
    const cookie = await signIn(service)
    const times = {}
    for (const [name, query] of Object.entries(pages(size))) times[name] = await timed(service, database, query, cookie)
    return times
  } finally {
    await service.stop()
    await database.close()
  }
}

async function signIn({ url }) {
  const headers = { 'content-type': 'application/json', origin: url }
  const reply = await fetch(`${url}/auth/admin/login`, { method: 'POST', headers, body: JSON.stringify(ADMIN) })
  if (reply.status !== 200) throw new Error(`the administrator's sign-in answered ${reply.status}: ${await reply.text()}`)
  return reply.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
}

/** The median, and the processor time of service and database for one request, which other work distorts less. */
async function timed(service, database, query, cookie) {
  const used = () => cpuMs(service.pid) + database.cpuMs()
  const samples = []
  const startedAt = performance.now()
  const usedBefore = used()
  while (samples.length < SAMPLES && (samples.length < 5 || performance.now() - startedAt < ENOUGH_MS)) {
    const before = performance.now()
    const reply = await fetch(`${service.url}/admin/users?${query}`, { headers: { cookie } })
    await reply.text()
    samples.push(performance.now() - before)
    if (reply.status !== 200) throw new Error(`${query} answered ${reply.status}`)
  }
  return { taken: median(samples.slice(samples.length / 10)), used: (used() - usedBefore) / samples.length }
}

const [few, many] = [await measure(SIZES[0]), await measure(SIZES[1])]
const columns = SIZES.flatMap((size) => [`${size.toLocaleString('en')} accounts`, 'processor time'])
console.log(`| GET /admin/users | ${columns.join(' | ')} | ratio of those |`)
console.log('|---|---|---|---|---|---|')
for (const name of Object.keys(few)) {
  const cells = [few[name], many[name]].flatMap(({ taken, used }) => [`${taken.toFixed(1)} ms`, `${used.toFixed(1)} ms`])
  console.log(`| ${name} | ${cells.join(' | ')} | ${(many[name].used / few[name].used).toFixed(1)} |`)
}
