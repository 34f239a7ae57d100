import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'

/** The pictures of the README: the sign-in page and the console of a service with some life in it. */
const PORT = '3917'
const URL_BASE = `http://localhost:${PORT}`
const PASSWORD = 'correct horse 1'
const PEOPLE = ['Ada Lovelace', 'Grace Hopper', 'Alan Turing', 'Katherine Johnson', 'Edsger Dijkstra', 'Barbara Liskov']

const at = (name) => fileURLToPath(new URL(name, import.meta.url))
const latchkey = at('../bin/latchkey.js')
const images = at('../../../docs/images/')
const directory = mkdtempSync(path.join(tmpdir(), 'latchkey-pictures-'))
const env = {
  ...process.env,
  PORT,
  APP_NAME: 'Acme',
  DATABASE_URL: `file:${path.join(directory, 'pictures.db')}`,
  DISABLE_ADMIN_TWO_FACTOR: 'true',
  OAUTH_GOOGLE_CLIENT_ID: 'x',
  OAUTH_GOOGLE_CLIENT_SECRET: 'x',
  OAUTH_GITHUB_CLIENT_ID: 'x',
  OAUTH_GITHUB_CLIENT_SECRET: 'x',
  LOG_LEVEL: 'silent',
}

async function register(name) {
  const email = `${name.toLowerCase().replace(' ', '.')}@example.com`
  const headers = { 'content-type': 'application/json', origin: URL_BASE }
  await fetch(`${URL_BASE}/auth/register`, { method: 'POST', headers, body: JSON.stringify({ email, password: PASSWORD, name }) })
}

async function isUp() {
  return fetch(`${URL_BASE}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  )
}

const passwordFile = path.join(directory, 'password')
writeFileSync(passwordFile, PASSWORD)
const create = ['admin', 'create', '--email', 'root@example.com', '--name', 'Root', '--password-file', passwordFile]
for (const args of [['migrate'], create]) execFileSync(process.execPath, [latchkey, ...args], { env, cwd: directory })
const service = spawn(process.execPath, [latchkey, 'start'], { env, cwd: directory, stdio: 'inherit' })
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
})
try {
  while (!(await isUp())) await sleep(50)
  for (const name of PEOPLE) await register(name)
  const page = await browser.newPage({ baseURL: URL_BASE, deviceScaleFactor: 2, viewport: { width: 520, height: 620 } })
  await page.goto('/sign-in')
  await page.screenshot({ path: path.join(images, 'sign-in.png') })
  await page.setViewportSize({ width: 1100, height: 700 })
  await page.goto('/console/sign-in?returnTo=/console/users')
  await page.getByLabel('Email address').fill('root@example.com')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('**/console/users')
  await page.screenshot({ path: path.join(images, 'console.png') })
} finally {
  await browser.close()
  service.kill('SIGTERM')
  rmSync(directory, { recursive: true, force: true })
}
