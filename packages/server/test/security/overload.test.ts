import { describe, expect, it } from 'vitest'
import type { Reply } from '../support/browser.ts'
import { endpointList } from '../support/endpoint-list.ts'
import { invited } from '../support/invited.ts'
import { mailedCode, member, NEW_PASSWORD, passwordlessMember } from '../support/mailed-codes.ts'
import { held, PASSWORD } from '../support/world.ts'

type Here = Awaited<ReturnType<typeof crowded>>

/** One password at a time and nobody waits; and everything that a route needs which hashes one. */
async function crowded() {
  const here = await invited({ HASH_CONCURRENCY: '1', HASH_QUEUE: '0', ORGANISATIONS: 'true' })
  const ada = await member(here, 'ada@example.com')
  const bob = await passwordlessMember(here, 'bob@example.com')
  await ada.browser.post('/auth/resend-verification')
  const { code: verification } = await here.mail.newest(ada.email)
  const resetCode = (await mailedCode(here, 'reset-password', ada)).code
  const firstCode = (await mailedCode(here, 'set-password', bob)).code
  const { body: org } = await ada.browser.post('/auth/orgs', { name: 'Acme' })
  await ada.browser.post(`/auth/orgs/${org.id}/invites`, { email: 'org-guest@example.com', role: 'member' })
  const { code: orgCode } = await here.mail.newest('org-guest@example.com')
  return { ...here, ada, bob, verification, resetCode, firstCode, orgCode }
}

const known = { email: 'ada@example.com', password: PASSWORD }

/** A good request to every route that hashes a password. */
const requests: Readonly<Record<string, (here: Here) => Promise<Reply>>> = {
  'POST /auth/register': ({ browser }) => browser().post('/auth/register', { ...known, email: 'eve@example.com', name: 'Eve' }),
  'POST /auth/login': ({ browser }) => browser().post('/auth/login', known),
  'POST /auth/admin/login': ({ browser }) => browser().post('/auth/admin/login', { ...known, email: 'root@example.com' }),
  'POST /auth/reset-password': ({ browser, resetCode }) =>
    browser().post('/auth/reset-password', { code: resetCode, newPassword: NEW_PASSWORD }),
  'POST /auth/verify-email': ({ browser, verification }) =>
    browser().post('/auth/verify-email', { code: verification, password: PASSWORD }),
  'POST /auth/change-password': ({ ada }) =>
    ada.browser.clone().post('/auth/change-password', { oldPassword: PASSWORD, newPassword: NEW_PASSWORD }),
  'POST /auth/set-password/confirm': ({ browser, bob, firstCode }) =>
    browser().post('/auth/set-password/confirm', { userId: bob.id, code: firstCode, newPassword: NEW_PASSWORD }),
  'POST /auth/step-up': ({ ada }) => ada.browser.clone().post('/auth/step-up', { password: PASSWORD }),
  'POST /auth/2fa/enable': ({ ada }) => ada.browser.clone().post('/auth/2fa/enable', { password: PASSWORD }),
  'POST /auth/2fa/disable': ({ ada }) => ada.browser.clone().post('/auth/2fa/disable', { password: PASSWORD }),
  'DELETE /auth/account': ({ ada }) => ada.browser.clone().delete('/auth/account', { password: PASSWORD }),
  'POST /auth/invite/register': ({ browser, form }) => browser().post('/auth/invite/register', form),
  'POST /auth/orgs/invites/register': ({ browser, form, orgCode }) =>
    browser().post('/auth/orgs/invites/register', { ...form, code: orgCode }),
  'POST /admin/users': ({ admin }) => admin.clone().post('/admin/users', { ...known, email: 'eve@example.com', name: 'Eve' }),
}

/** They hash no password: the database, or the server that is asked before an account is made, can be too busy for them. */
const HASH_NOTHING: readonly string[] = ['GET /oidc/jwks', 'POST /auth/code/verify', 'POST /auth/oauth/sign-up']

const declared = endpointList
  .filter(({ route, errors }) => errors.includes('overloaded') && !HASH_NOTHING.includes(route))
  .map(({ route }) => route)

describe('while every turn to hash a password is taken', () => {
  it.each(declared)('%s answers overloaded 503 with Retry-After, and spends nothing', async (route) => {
    const here = await crowded()
    const request = requests[route]
    if (!request) throw new Error(`no request to ${route} is written here`)
    const gate = held()
    here.hasher.afterNext = () => gate.released
    const before = here.hasher.calls
    const running = here.browser().post('/auth/login', known)
    await expect.poll(() => here.hasher.calls).toBe(before + 1)

    const refused = await request(here)
    expect(refused).toMatchObject({ status: 503, body: { error: 'overloaded' }, setCookies: [] })
    expect(refused.headers['retry-after']).toBe('1')
    gate.release()
    await running
    expect((await request(here)).status).toBeLessThan(300)
  })
})
