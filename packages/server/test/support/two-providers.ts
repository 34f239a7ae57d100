import type { Browser, Reply } from './browser.ts'
import { CLIENT, identityProvider, type Person } from './identity-provider.ts'
import { oauthWorld, pathOf } from './oauth-world.ts'

/** The person whom `corp` calls ada-at-corp, under the name that `club` has for her. */
export const CLUB_ADA: Person = { sub: 'member-7', email: 'ada@club.example', email_verified: true, name: 'Ada' }

/** A service that knows two real providers, `corp` and `club`. */
export async function twoProviders({ env = {}, ...options }: NonNullable<Parameters<typeof oauthWorld>[0]> = {}) {
  const club = await identityProvider()
  const settings = {
    OAUTH_CLUB_ISSUER: club.issuer,
    OAUTH_CLUB_CLIENT_ID: CLIENT.id,
    OAUTH_CLUB_CLIENT_SECRET: CLIENT.secret,
  }
  const here = await oauthWorld({ ...options, env: { ...settings, ...env } })
  club.register(`${here.config.server.publicUrl}/auth/oauth/club/callback`)
  club.person(CLUB_ADA)
  return {
    ...here,
    club,
    signInAtClub: async (browser: Browser, as: Person = CLUB_ADA): Promise<Reply> =>
      browser.get(pathOf(await club.approve((await browser.get('/auth/oauth/club')).body.url, { as }))),
    linkClub: async (browser: Browser, as: Person = CLUB_ADA): Promise<Reply> =>
      browser.get(pathOf(await club.approve((await browser.post('/auth/oauth/club/link', {})).body.url, { as }))),
  }
}
