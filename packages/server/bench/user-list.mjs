import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { pathOf } from './children.mjs'
import { openDatabase } from './database.mjs'
import { loadAccounts, untilCounted } from './load-accounts.mjs'
import { startService } from './service.mjs'
import { median } from './statistics.mjs'

/** The list of users at a thousand accounts and at a million: what does each kind of page cost? */
const SIZES = [1000, 1_000_000]
const SAMPLES = 200
const PASSWORD = 'correct horse 1'
const ADMIN = { email: 'root@example.org', password: PASSWORD }

const { values: options } = parseArgs({ options: { database: { type: 'string', default: 'sqlite' } } })

const pages = (size) => ({
  'first page': '',
  'search, about ten matches': `search=user${size / 100 - 1}`,
  'search, the same words': 'search=user77',
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
    await untilCounted(database)
    const cookie = await signIn(service)
    const times = {}
    for (const [name, query] of Object.entries(pages(size)))
      times[name] = await timed(`${service.url}/admin/users?${query}`, cookie)
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

async function timed(url, cookie) {
  const samples = []
  for (let n = 0; n < SAMPLES; n++) {
    const before = performance.now()
    const reply = await fetch(url, { headers: { cookie } })
    await reply.text()
    samples.push(performance.now() - before)
    if (reply.status !== 200) throw new Error(`${url} answered ${reply.status}`)
  }
  return median(samples.slice(SAMPLES / 10))
}

const [few, many] = [await measure(SIZES[0]), await measure(SIZES[1])]
console.log(`| GET /admin/users | ${SIZES.map((size) => `${size.toLocaleString('en')} accounts`).join(' | ')} | ratio |`)
console.log('|---|---|---|---|')
for (const name of Object.keys(few)) {
  console.log(`| ${name} | ${few[name].toFixed(2)} ms | ${many[name].toFixed(2)} ms | ${(many[name] / few[name]).toFixed(1)} |`)
}
