import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathOf } from './children.mjs'

const PASSWORD = 'correct horse 1'
const ADMIN = { email: 'root@example.org', password: PASSWORD }

/** On a new database, which is migrated on the way. */
export function createAdministrator({ url, directory }) {
  const env = { ...process.env, DATABASE_URL: url }
  const passwordFile = path.join(directory, 'password')
  writeFileSync(passwordFile, PASSWORD)
  const create = ['admin', 'create', '--email', ADMIN.email, '--name', 'Root', '--password-file', passwordFile]
  for (const args of [['migrate'], create])
    execFileSync(process.execPath, [pathOf('../bin/latchkey.js'), ...args], { env, cwd: directory, stdio: 'pipe' })
}

/** The cookies of a session. The service does not ask for a second factor: `DISABLE_ADMIN_TWO_FACTOR`. */
export async function signInAdministrator({ url }) {
  const headers = { 'content-type': 'application/json', origin: url }
  const reply = await fetch(`${url}/auth/admin/login`, { method: 'POST', headers, body: JSON.stringify(ADMIN) })
  if (reply.status !== 200) throw new Error(`the administrator's sign-in answered ${reply.status}: ${await reply.text()}`)
  return reply.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
}
