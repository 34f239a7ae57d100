import type { PresentedCookies } from '../../platform/kernel/cookies.ts'
import { hashToken, isToken } from '../../platform/kernel/tokens.ts'
import type { Connection } from '../../platform/store/table.ts'
import { accountsIn } from '../accounts/tables/accounts.ts'
import type { Caller, Context } from '../deps.ts'
import { findPresented, presentedRefresh } from '../sessions/presented-refresh.ts'
import { isWithinGrace } from '../sessions/refresh-session.ts'
import { sessionsIn } from '../sessions/tables/sessions.ts'

/** Whom a browser is signed in as, by its session cookie or its refresh cookie. No token is spent, and no session is renewed. */
export async function signedInCaller(
  tables: Connection,
  context: Pick<Context, 'deps'>,
  cookies: PresentedCookies,
): Promise<Caller | undefined> {
  const { session } = cookies
  const now = context.deps.clock.now()
  const caller =
    session !== undefined && isToken(session) ? await sessionsIn(tables).findByToken(hashToken(session), now) : undefined
  if (caller) return caller
  const refresh = presentedRefresh(cookies)
  const token = refresh && (await findPresented(tables, refresh))
  if (!token || (token.rotatedAt !== undefined && !(await isWithinGrace(tables, context, token)))) return undefined
  const renewable = await sessionsIn(tables).find(token.sessionId)
  if (!renewable || renewable.revokedAt !== undefined || renewable.refreshExpiresAt <= now) return undefined
  const account = await accountsIn(tables).find(token.accountId)
  return account && account.bannedAt === undefined ? { account, session: renewable } : undefined
}
