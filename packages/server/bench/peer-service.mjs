import { execFileSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort, helper } from './children.mjs'
import { env } from './service.mjs'

/** Into a directory for this run alone: the project does not depend on it. As npm is set up, so it is fetched. */
export function installPeer(release) {
  const directory = mkdtempSync(path.join(tmpdir(), 'latchkey-peer-'))
  writeFileSync(path.join(directory, 'package.json'), '{ "private": true }')
  console.log(`installing better-auth ${release} in ${directory}; its driver for SQLite may take minutes to compile`)
  const packages = [`better-auth@${release}`, 'better-sqlite3', 'pg']
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error', ...packages], {
    cwd: directory,
    stdio: 'inherit',
  })
  return directory
}

export async function startPeer(database, directory, keepsCookies) {
  const peer = helper('peer-server.mjs', { ...env, NODE_ENV: 'production', PEER_DIRECTORY: directory })
  const { url } = await peer.ask({ kind: database.kind, databaseUrl: database.url, port: await freePort(), keepsCookies })
  return { ...peer, url, database }
}

/** Registers an account: the cookies of its session, and what a sign-in of it sends. */
export async function registerAtPeer({ url }, name) {
  const headers = { 'content-type': 'application/json', origin: url }
  const account = { email: `${name}@example.com`, password: 'correct horse 1' }
  const body = JSON.stringify({ ...account, name })
  const reply = await fetch(`${url}/api/auth/sign-up/email`, { method: 'POST', headers, body })
  if (reply.status !== 200) throw new Error(`better-auth answered ${reply.status}: ${await reply.text()}`)
  const cookies = reply.headers.getSetCookie().map((line) => line.split(';')[0])
  const login = { method: 'POST', path: '/api/auth/sign-in/email', headers, body: JSON.stringify(account) }
  return { headers: { cookie: cookies.join('; ') }, login }
}
