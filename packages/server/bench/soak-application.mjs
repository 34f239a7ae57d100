import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import path from 'node:path'
import { command, createClient, redeem, signInTo, whoIs } from './application.mjs'

const SCOPE = 'openid profile email offline_access'
const TOLD = ['user.created', 'user.updated', 'user.deleted', 'session.created', 'session.ended']
const LOGOUT_PATH = '/logout'

/** Takes webhooks, and is told that sessions of the application have ended; refuses now and then, so that some are sent again. */
async function receiver() {
  const told = { webhooks: 0, logouts: 0, refused: 0 }
  const server = createServer((request, response) => {
    request.resume().once('end', () => {
      const isRefused = Math.random() < 0.05
      told[isRefused ? 'refused' : request.url === LOGOUT_PATH ? 'logouts' : 'webhooks']++
      response.writeHead(isRefused ? 503 : 200).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { url: `http://127.0.0.1:${server.address().port}`, told, close: () => server.close() }
}

export const cookiesOf = ({ cookies }) => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')

/** An application that people sign in to and stay in, and what is beside it. */
export async function soakedApplication(database, settings) {
  const { url, told, close } = await receiver()
  const place = { ...database, settings }
  const secret = createClient(place, '--stay', 'yes', '--logout-uri', url + LOGOUT_PATH)
  const file = path.join(database.directory, 'soak.json')
  writeFileSync(file, JSON.stringify({ webhooks: [{ url, types: TOLD, description: 'the soak' }] }))
  command(place, 'apply', file)
  const signIn = async (service, person) => {
    const entered = await signInTo(service, { cookie: cookiesOf(person) }, secret, SCOPE).catch(() => undefined)
    person.application = entered
    return entered ? 'was let in' : 'has to sign in first'
  }
  const refresh = async (service, person) => {
    const { refresh: token } = person.application
    const { status, body } = await redeem(service, secret, { grant_type: 'refresh_token', refresh_token: token })
    person.application = status === 200 ? { token: body.access_token, refresh: body.refresh_token } : undefined
    return status
  }
  const has = (act) => (service, person) => (person.application ? act(service, person) : signIn(service, person))
  return {
    told,
    close,
    acts: {
      'sign in to the application': { often: 6, run: signIn },
      'refresh in the application': { often: 8, run: has(refresh) },
      'ask who it is': { often: 12, run: has((service, { application }) => whoIs(service, application.token)) },
    },
  }
}
