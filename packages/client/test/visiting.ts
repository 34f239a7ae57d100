import { PASSWORD, world } from '../../server/test/support/world.ts'
import { createClient, type LatchkeyError } from '../src/index.ts'
import { cookieFetch } from './cookie-fetch.ts'

export const ada = { email: 'ada@example.com', password: PASSWORD }

/** A service that listens, and a client in a browser's place. */
export async function visiting(env: Record<string, string> = {}) {
  const here = await world({ withMail: true, env: { PORT: '0', ...env } })
  const baseUrl = await here.listen()
  const browser = cookieFetch(baseUrl)
  const client = createClient({ baseUrl, fetch: browser.fetch })
  return { ...here, baseUrl, ...browser, client }
}

export const thrown = async (work: Promise<unknown>): Promise<LatchkeyError> =>
  work.then(
    () => undefined,
    (error) => error,
  )
