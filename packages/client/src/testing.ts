import type { SignedIn, SignedInOptions, TestLatchkey, TestSettings } from 'latchkey'
import { type Client, createClient } from './client.ts'

export type { SignedInOptions, TestCookie, TestMail } from 'latchkey'

/** Whom a test has signed in, and a client that speaks for them. */
export type TestUser = SignedIn & {
  /** Has the session's cookies: calls every route of the service as this user. */
  readonly client: Client
}

/** A service that listens, in the process of the tests. */
export type ListeningLatchkey = Omit<TestLatchkey, 'signedIn'> & {
  /** A session in one call: the user, cookies for a browser, headers for a request. */
  signedIn(options?: SignedInOptions): Promise<TestUser>
}

/** The service itself, which an app that only calls one does not have installed. */
const load = () =>
  import('latchkey').catch((cause: unknown) => {
    throw new Error('The tests start a Latchkey of their own: npm install --save-dev latchkey', { cause })
  })

/**
 * Starts a service for the tests of an app at a free port of this machine, with a database that goes with it. The settings are those of
 * the configuration file, as far as the app depends on them.
 */
export async function createTestLatchkey(settings: Omit<TestSettings, 'testing'> = {}): Promise<ListeningLatchkey> {
  const { createLatchkey } = await load()
  const latchkey = await createLatchkey({ ...settings, testing: true })
  try {
    await latchkey.listen()
  } catch (error) {
    await latchkey.close()
    throw error
  }
  const { basePath = '', basePathAuth = false } = settings.server ?? {}
  const at = basePathAuth ? { baseUrl: latchkey.url + basePath } : { baseUrl: latchkey.url, basePath }
  return {
    ...latchkey,
    async signedIn(options) {
      const made = await latchkey.signedIn(options)
      // The origin is named, because in the DOM of a test no browser would add it.
      const client = createClient({ ...at, headers: { ...made.headers, origin: new URL(latchkey.url).origin } })
      return { ...made, client }
    },
  }
}
