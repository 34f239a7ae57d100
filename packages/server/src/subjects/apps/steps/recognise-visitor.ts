import { byToken, type Find, recogniseBy } from '../../../gate/access/require-session.ts'
import type { Context } from '../../../gate/deps.ts'
import type { Config } from '../../../platform/config/schema.ts'
import type { PresentedCookies } from '../../../platform/kernel/cookies.ts'
import type { Stranger } from '../../../platform/kernel/endpoint.ts'
import { hashToken, isToken } from '../../../platform/kernel/tokens.ts'
import type { ForwardApp } from '../forward-app.ts'
import { appSessionsIn } from '../tables/app-sessions.ts'
import { seesOwnCookies } from './sign-in-address.ts'

const byAppCookie: Find = ({ store }, hash, now) => appSessionsIn(store).find(hash, now)

/** The origin is part of the hash, so that the cookie of one application opens no other. */
export const hashOfAppSession = (origin: string, token: string): string => hashToken(`${origin} ${token}`)

/** Found out once for each application, because parsing two addresses takes as long as the rest of a question. */
const withOwnCookies = new WeakMap<ForwardApp, boolean>()

/** By the service's own cookie where browsers send that to the application, else by the application's. */
export function visitorOf(config: Config, app: ForwardApp, cookies: PresentedCookies) {
  const isOwn = withOwnCookies.get(app) ?? seesOwnCookies(config, new URL(app.origin))
  withOwnCookies.set(app, isOwn)
  const ofApp = app.origin.startsWith('https:') ? cookies.appSession : cookies.plainAppSession
  const token = isOwn ? cookies.session : ofApp
  if (token === undefined || !isToken(token)) return undefined
  return isOwn ? { find: byToken, hash: hashToken(token) } : { find: byAppCookie, hash: hashOfAppSession(app.origin, token) }
}

export function recogniseVisitor(
  { deps, cookies }: Context & { readonly cookies: PresentedCookies },
  app: ForwardApp,
  stranger: Stranger,
) {
  const visitor = visitorOf(deps.config, app, cookies)
  return visitor && recogniseBy(visitor.find, deps, visitor.hash, stranger)
}
