import { type Find, recogniseBy } from '../../../gate/access/require-session.ts'
import type { Context } from '../../../gate/deps.ts'
import type { Stranger } from '../../../platform/kernel/endpoint.ts'
import { hashToken, isToken } from '../../../platform/kernel/tokens.ts'
import { appSessionsIn } from '../tables/app-sessions.ts'

const byAppCookie: Find = ({ store }, hash, now) => appSessionsIn(store).find(hash, now)

/** The origin is part of the hash, so that the cookie of one application opens no other. */
export const recogniseApp = ({ deps }: Context, origin: string, token: string | undefined, stranger: Stranger) =>
  token === undefined || !isToken(token) ? undefined : recogniseBy(byAppCookie, deps, hashOfAppSession(origin, token), stranger)

export const hashOfAppSession = (origin: string, token: string): string => hashToken(`${origin} ${token}`)
