import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

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
  return {
    url,
    stop() {
      service.kill('SIGTERM')
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

/** As an administrator, who sees every page. */
export async function signIn(page) {
  await page.goto('/console/sign-in?returnTo=/console')
  await page.getByLabel('Email address').fill(ROOT)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('**/console')
}
