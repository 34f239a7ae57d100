import type { PresentedCookies } from '../../platform/kernel/cookies.ts'
import { hashToken, isToken } from '../../platform/kernel/tokens.ts'
import type { Connection } from '../../platform/store/table.ts'
import { accountsIn } from '../accounts/tables/accounts.ts'
import type { Caller, Context } from '../deps.ts'
import { isWithinGrace } from '../sessions/refresh-session.ts'
import { refreshTokensIn } from '../sessions/tables/refresh-tokens.ts'
import { sessionsIn } from '../sessions/tables/sessions.ts'

/** Whom a browser is signed in as, by its session cookie or its refresh cookie. No token is spent, and no session is renewed. */
export async function signedInCaller(
  tables: Connection,
  context: Pick<Context, 'deps'>,
  { session, refresh }: PresentedCookies,
): Promise<Caller | undefined> {
  const now = context.deps.clock.now()
  const caller =
    session !== undefined && isToken(session) ? await sessionsIn(tables).findByToken(hashToken(session), now) : undefined
  if (caller) return caller
  const token = refresh !== undefined && isToken(refresh) ? await refreshTokensIn(tables).find(hashToken(refresh)) : undefined
  if (!token || (token.rotatedAt !== undefined && !(await isWithinGrace(tables, context, token)))) return undefined
  const renewable = await sessionsIn(tables).find(token.sessionId)
  if (!renewable || renewable.revokedAt !== undefined || renewable.refreshExpiresAt <= now) return undefined
  const account = await accountsIn(tables).find(token.accountId)
  return account && account.bannedAt === undefined ? { account, session: renewable } : undefined
}
