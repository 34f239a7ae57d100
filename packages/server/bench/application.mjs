import { execFileSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { pathOf } from './children.mjs'
import { env } from './service.mjs'

const CALLBACK = 'https://app.example.com/callback'

/** As an operator makes one, with a service or before it starts: its secret. */
export function createClient(database, ...more) {
  command(database, 'migrate')
  return command(database, 'clients', 'create', '--id', 'app', '--name', 'App', '--redirect-uri', CALLBACK, ...more)
}

/** What it prints. */
export const command = ({ url, directory, settings = env }, ...args) =>
  execFileSync(process.execPath, [pathOf('../bin/latchkey.js'), ...args], {
    env: { ...settings, DATABASE_URL: url },
    cwd: directory,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  }).trim()

/** Three requests: the browser is sent on at once, the application redeems its code, and asks who it is. */
export async function signInTo({ url }, headers, secret, scope = 'openid profile email') {
  const verifier = randomBytes(32).toString('base64url')
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  const asked = new URLSearchParams({
    ...{ client_id: 'app', redirect_uri: CALLBACK, response_type: 'code', scope },
    ...{ state: 'state', nonce: 'nonce', code_challenge: challenge, code_challenge_method: 'S256' },
  })
  const sent = await fetch(`${url}/oidc/authorize?${asked}`, { headers, redirect: 'manual' })
  const code = new URL(sent.headers.get('location') ?? 'about:blank', url).searchParams.get('code')
  if (code === null) throw new Error(`no code came: ${sent.status} ${await sent.text()}`)
  const form = { grant_type: 'authorization_code', code, redirect_uri: CALLBACK, code_verifier: verifier }
  const { body: tokens } = await redeem({ url }, secret, form)
  const status = await whoIs({ url }, tokens.access_token)
  if (status !== 200) throw new Error(`the token was refused: ${status}`)
  return { token: tokens.access_token, refresh: tokens.refresh_token }
}

/** What the application asks in its own name. */
export async function redeem({ url }, secret, form) {
  const authorization = `Basic ${Buffer.from(`app:${secret}`).toString('base64')}`
  const answer = await fetch(`${url}/oidc/token`, { method: 'POST', body: new URLSearchParams(form), headers: { authorization } })
  return { status: answer.status, body: await answer.json() }
}

export async function whoIs({ url }, token) {
  const answer = await fetch(`${url}/oidc/userinfo`, { headers: { authorization: `Bearer ${token}` } })
  await answer.arrayBuffer()
  return answer.status
}
