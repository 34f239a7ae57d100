import { servedAddress, servedPath } from '../../src/platform/kernel/own-path.ts'
import { callbackPath } from '../../src/subjects/providers/protocols/callback-path.ts'
import type { Browser, Reply } from './browser.ts'
import { CLIENT, identityProvider, type Person } from './identity-provider.ts'
import { PASSWORD, type World, world } from './world.ts'

type WorldOptions = NonNullable<Parameters<typeof world>[0]>

export const ADA: Person = { sub: 'ada-at-corp', email: 'ada@example.com', email_verified: true, name: 'Ada Lovelace' }

/** A service that knows one real provider, `corp`, and browsers that can go there and come back. */
export async function oauthWorld(options: WorldOptions = {}) {
  const corp = await identityProvider()
  const here = await world({ ...options, env: { ...corpSettings(corp), ...options.env } })
  corp.register(servedAddress(here.config.server, callbackPath('corp')))
  corp.person(ADA)
  return { ...here, corp, ...journeys(here, corp) }
}

export type OAuthWorld = Awaited<ReturnType<typeof oauthWorld>>

export const corpSettings = ({ issuer }: { readonly issuer: string }) => ({
  OAUTH_CORP_ISSUER: issuer,
  OAUTH_CORP_CLIENT_ID: CLIENT.id,
  OAUTH_CORP_CLIENT_SECRET: CLIENT.secret,
})

/** Ways through the provider and back. */
function journeys(here: World, corp: Awaited<ReturnType<typeof identityProvider>>) {
  const leave = async (browser: Browser, query = ''): Promise<string> =>
    (await browser.get(servedPath(here.config.server, `~/auth/oauth/corp${query}`))).body.url
  /** Leaves, says yes, and is about to come back. */
  const approved = async (browser: Browser, as: Person = ADA, query = ''): Promise<string> =>
    pathOf(await corp.approve(await leave(browser, query), { as }))
  return {
    leave,
    approved,
    /** All the way: the answer to the callback. */
    signIn: async (browser: Browser, as?: Person, query?: string): Promise<Reply> =>
      browser.get(await approved(browser, as, query)),
    /** Adds the provider to the account of a browser that is signed in. */
    link: async (browser: Browser, as: Person = ADA, returnTo?: string): Promise<Reply> => {
      const { body } = await browser.post('/auth/oauth/corp/link', { returnTo })
      return browser.get(pathOf(await corp.approve(body.url, { as })))
    },
    /** A browser with an account that has no password. */
    async newcomer(as: Person = ADA): Promise<Browser> {
      const browser = here.browser()
      await browser.get(await approved(browser, as))
      return browser
    },
    signInWithPassword: (browser: Browser, email = 'ada@example.com') =>
      browser.post('/auth/login', { email, password: PASSWORD }),
  }
}

/** A callback as the browser asks the service for it. */
export const pathOf = (url: string): string => url.slice(new URL(url).origin.length)

/** Where an answer sends the browser: its path, and what it says there. */
export function landing({ status, headers }: Reply): {
  readonly status: number
  readonly path: string
  readonly [fact: string]: unknown
} {
  const url = new URL(String(headers['location']))
  return {
    status,
    path: url.origin === 'http://localhost:3000' ? url.pathname : `${url.origin}${url.pathname}`,
    ...Object.fromEntries(url.searchParams),
  }
}
