import { accountsIn } from '../../../gate/accounts/tables/accounts.ts'
import type { Caller, Context, Deps } from '../../../gate/deps.ts'
import { sessionsIn } from '../../../gate/sessions/tables/sessions.ts'
import { inTransaction } from '../../../gate/transaction.ts'
import { hashToken, isToken, newToken } from '../../../platform/kernel/tokens.ts'
import { appSessionsIn } from '../tables/app-sessions.ts'
import { type AppTicket, appTicketsIn } from '../tables/app-tickets.ts'
import { hashOfAppSession } from './recognise-app.ts'

const TICKET_TTL_MS = 30_000

/** Where a ticket leads, and which browser asked for it there. */
export type Destination = Pick<AppTicket, 'origin' | 'path' | 'nonce'>

/** For a person who is signed in: what the browser takes along to an application on another host. */
export async function issueTicket({ store, clock }: Deps, { session, account }: Caller, to: Destination): Promise<string> {
  const ticket = newToken()
  const expiresAt = clock.now() + TICKET_TTL_MS
  await appTicketsIn(store).add({ ...to, hash: hashToken(ticket), sessionId: session.id, accountId: account.id, expiresAt })
  return ticket
}

type Redeemed =
  | { readonly token: string; readonly expiresAt: number; readonly path: string }
  | { readonly refusal: 'invalid_ticket' | 'app_not_allowed' | 'ticket_expired' | 'ticket_used' }

const refused = (refusal: 'invalid_ticket' | 'app_not_allowed' | 'ticket_expired' | 'ticket_used'): Redeemed => ({ refusal })

/**
 * Takes a ticket in on the application's host, for the browser that asked for it there. One that another browser shows is spent as
 * well: who sent that browser to us with a nonce of their own must not use what they read of it later. Spending it and opening the application's
 * session are one transaction; the account's row is locked first, as everywhere, and its session must still be alive.
 */
export async function redeemTicket(
  context: Context,
  origin: string,
  ticket: string,
  nonce: string | undefined,
): Promise<Redeemed> {
  const { clock } = context.deps
  if (!isToken(ticket)) return refused('invalid_ticket')
  const hash = hashToken(ticket)
  return inTransaction(context, async (tx) => {
    const now = clock.now()
    const found = await appTicketsIn(tx).find(hash)
    if (!found) return refused('invalid_ticket')
    if (found.origin !== origin) return refused('app_not_allowed')
    if (nonce === undefined || hashToken(nonce) !== found.nonce) {
      await appTicketsIn(tx).take(hash, now)
      return refused('invalid_ticket')
    }
    const account = await accountsIn(tx).lock(found.accountId, now)
    if (!(await appTicketsIn(tx).take(hash, now))) return refused(found.expiresAt > now ? 'ticket_used' : usedOrExpired(found))
    const parent = account && (await sessionsIn(tx).find(found.sessionId))
    if (!parent || parent.revokedAt !== undefined || parent.refreshExpiresAt <= now) return refused('invalid_ticket')
    const token = newToken()
    const hashOfToken = hashOfAppSession(origin, token)
    await appSessionsIn(tx).add(hashOfToken, parent.id, now)
    context.deps.shownTokens.meet(hashOfToken)
    const subject = { actorId: account.id, targetUserId: account.id, sessionId: parent.id }
    await tx.record('app.session.created', { ...subject, metadata: { app: origin } })
    return { token, expiresAt: parent.refreshExpiresAt, path: found.path }
  })
}

const usedOrExpired = ({ usedAt }: AppTicket) => (usedAt === undefined ? 'ticket_expired' : 'ticket_used')
