import { randomInt } from 'node:crypto'
import http from 'node:http'
import { loadedAccountId, loadedCookie, loadedSessionId } from './load-sessions.mjs'

/** Each loaded account has one session that acts and one that ends. */
export const PER_ACCOUNT = 2
const [ACTOR, VICTIM] = [0, 1]

const agent = new http.Agent({ keepAlive: true })

/** The answer's status and how long it took, to its last byte. */
function send({ url }, method, path, cookie) {
  return new Promise((resolve, reject) => {
    const sentAt = performance.now()
    const request = http.request(url + path, { method, agent, headers: { cookie, origin: url } }, (reply) => {
      reply.resume().once('end', () => resolve({ status: reply.statusCode, ms: performance.now() - sentAt }))
    })
    request.once('error', reject)
    request.end()
  })
}

/** How a session ends: what is asked, and by whom. */
export const WAYS = {
  'DELETE /auth/sessions/{id}': ({ victim, actorCookie }) => ['DELETE', `/auth/sessions/${victim}`, actorCookie],
  'POST /auth/logout': ({ victimCookie }) => ['POST', '/auth/logout', victimCookie],
  'PATCH /admin/users/{id}/ban': ({ account, adminCookie }) => ['PATCH', `/admin/users/${account}/ban`, adminCookie],
}

/**
 * Ends a session at one process and asks all of them for it as soon as that is answered. Half of the sessions are known to every
 * process before; the others are looked up for the first time while the change is made, so that what was read before it may come
 * to be kept after it. Asked again at the end, when no such read is under way any more.
 */
export async function revokeOnce(services, way, number, adminCookie) {
  const first = number * PER_ACCOUNT
  const victimCookie = loadedCookie(first + VICTIM)
  const check = async (service) => (await send(service, 'GET', '/auth/me', victimCookie)).status
  if (randomInt(2) === 0) for (const status of await Promise.all(services.map(check))) expectStatus(200, status, 'a live session')

  const request = WAYS[way]({
    account: loadedAccountId(number),
    victim: loadedSessionId(first + VICTIM),
    victimCookie,
    actorCookie: loadedCookie(first + ACTOR),
    adminCookie,
  })
  const meanwhile = Promise.all(services.map(check))
  const { status, ms } = await send(services[randomInt(services.length)], ...request)
  expectStatus(200, status, way)
  const after = await Promise.all(services.map(check))
  await meanwhile
  const later = await Promise.all(services.map(check))
  for (const refused of [...after, ...later]) if (refused !== 200) expectStatus(401, refused, 'an ended session')
  return { ms, stale: [...after, ...later].filter((accepted) => accepted === 200).length }
}

function expectStatus(expected, status, what) {
  if (status !== expected) throw new Error(`${what} was answered with ${status}`)
}
