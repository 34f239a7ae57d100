import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { DatabaseSync } from '@photostructure/sqlite'

const DAY_MS = 86_400_000
const latchkey = fileURLToPath(new URL('../bin/latchkey.js', import.meta.url))
const PEOPLE = [
  'Ada Lovelace',
  'Alan Turing',
  'Katherine Johnson',
  'Edsger Dijkstra',
  'Barbara Liskov',
  'Margaret Hamilton',
  'Donald Knuth',
]

export const PASSWORD = 'correct horse 1'
export const ROOT = 'grace.hopper@example.com'

/** A service with some life in it, for pictures. */
export async function startSite(port, settings = {}) {
  const url = `http://localhost:${port}`
  const directory = mkdtempSync(path.join(tmpdir(), 'latchkey-pictures-'))
  const env = {
    PATH: process.env.PATH,
    PORT: String(port),
    APP_NAME: 'Acme',
    DATABASE_URL: `file:${path.join(directory, 'pictures.db')}`,
    DISABLE_ADMIN_TWO_FACTOR: 'true',
    ENABLE_INVITE: 'true',
    OAUTH_GOOGLE_CLIENT_ID: 'x',
    OAUTH_GOOGLE_CLIENT_SECRET: 'x',
    OAUTH_GITHUB_CLIENT_ID: 'x',
    OAUTH_GITHUB_CLIENT_SECRET: 'x',
    PAGES_SUPPORT: 'mailto:help@example.com',
    PAGES_TERMS: 'https://example.com/terms',
    PAGES_PRIVACY: 'https://example.com/privacy',
    LOG_LEVEL: 'silent',
    ...settings,
  }
  const passwordFile = path.join(directory, 'password')
  writeFileSync(passwordFile, PASSWORD)
  const create = ['admin', 'create', '--email', ROOT, '--name', 'Grace Hopper', '--password-file', passwordFile]
  for (const args of [['migrate'], create])
    execFileSync(process.execPath, [latchkey, ...args], { env, cwd: directory, stdio: 'ignore' })
  const service = spawn(process.execPath, [latchkey, 'start'], { env, cwd: directory, stdio: 'inherit' })
  const isUp = () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isUp())) await sleep(50)
  for (const name of PEOPLE) {
    const email = `${name.toLowerCase().replace(' ', '.')}@example.com`
    const headers = { 'content-type': 'application/json', origin: url }
    await fetch(`${url}/auth/register`, { method: 'POST', headers, body: JSON.stringify({ email, password: PASSWORD, name }) })
  }
  await rewriteHistory(path.join(directory, 'pictures.db'))
  return {
    url,
    stop() {
      service.kill('SIGTERM')
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

/** As if they had come in the course of weeks, and some had confirmed their address or switched a second factor on. */
async function rewriteHistory(file) {
  const database = new DatabaseSync(file)
  const today = Math.floor(Date.now() / DAY_MS)
  const count = database.prepare(
    'INSERT INTO day_counters (figure, day, shard, total) VALUES (?, ?, 0, ?) ON CONFLICT DO UPDATE SET total = total + excluded.total',
  )
  for (let ago = 0; ago < 60; ago++) {
    const wave = 6 + Math.round(4 * Math.sin(ago / 2.2) + 8 * Math.exp(-ago / 20))
    for (const [figure, total] of Object.entries({
      'sign-up': wave,
      'sign-in': 5 * wave + (ago % 4),
      'sign-in-failed': (ago * 7) % 9,
      account: wave,
    }))
      count.run(figure, today - ago, total)
  }
  for (const [at, { id }] of database.prepare('SELECT id FROM accounts ORDER BY id DESC').all().entries()) {
    const seen = Date.now() - at * at * 47 * 60_000
    database
      .prepare('UPDATE accounts SET created_at = ?, last_seen_at = ?, verified_at = ?, two_factor_enabled_at = ? WHERE id = ?')
      .run(seen, at % 4 === 2 ? null : seen, at % 3 === 2 ? seen : null, id)
    database.prepare('UPDATE sessions SET last_active_at = ? WHERE account_id = ?').run(seen, id)
  }
  database.close()
}

/** As an administrator, who sees every page. */
export async function signIn(page) {
  await page.goto('/console/sign-in?returnTo=/console')
  await page.getByLabel('Email address').fill(ROOT)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL('**/console')
}
