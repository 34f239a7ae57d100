import type { PresentedCookies } from '../../platform/kernel/cookies.ts'
import { hashToken, isToken } from '../../platform/kernel/tokens.ts'
import type { Connection } from '../../platform/store/table.ts'
import { accountsIn } from '../accounts/tables/accounts.ts'
import type { Caller, Context } from '../deps.ts'
import { isWithinGrace } from '../sessions/refresh-session.ts'
import { refreshTokensIn } from '../sessions/tables/refresh-tokens.ts'
import { sessionsIn } from '../sessions/tables/sessions.ts'

/**
 * The account that a browser is signed in to, and the session, also where its session cookie has run out and its refresh cookie is still
 * good. This only looks: no token is spent, and no session is renewed.
 */
export async function holderOf(
  tables: Connection,
  context: Pick<Context, 'deps'>,
  cookies: PresentedCookies,
): Promise<Caller | undefined> {
  const now = context.deps.clock.now()
  const { session, refresh } = cookies
  const known =
    session !== undefined && isToken(session) ? await sessionsIn(tables).findByToken(hashToken(session), now) : undefined
  if (known) return known
  const token = refresh !== undefined && isToken(refresh) ? await refreshTokensIn(tables).find(hashToken(refresh)) : undefined
  if (!token || (token.rotatedAt !== undefined && !(await isWithinGrace(tables, context, token)))) return undefined
  const renewable = await sessionsIn(tables).find(token.sessionId)
  if (!renewable || renewable.revokedAt !== undefined || renewable.refreshExpiresAt <= now) return undefined
  const account = await accountsIn(tables).find(token.accountId)
  return account && account.bannedAt === undefined ? { account, session: renewable } : undefined
}
