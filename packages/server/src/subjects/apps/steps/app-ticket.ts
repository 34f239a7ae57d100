import { accountsIn } from '../../../gate/accounts/tables/accounts.ts'
import type { Caller, Context, Deps } from '../../../gate/deps.ts'
import { sessionsIn } from '../../../gate/sessions/tables/sessions.ts'
import { inTransaction } from '../../../gate/transaction.ts'
import { hashToken, isToken, newToken } from '../../../platform/kernel/tokens.ts'
import { appSessionsIn } from '../tables/app-sessions.ts'
import { type AppTicket, appTicketsIn } from '../tables/app-tickets.ts'
import { hashOfAppSession } from './recognise-visitor.ts'

const TICKET_TTL_MS = 30_000

type Destination = Pick<AppTicket, 'origin' | 'path' | 'nonce'>

export async function issueTicket({ store, clock }: Deps, { session, account }: Caller, to: Destination): Promise<string> {
  const ticket = newToken()
  const expiresAt = clock.now() + TICKET_TTL_MS
  await appTicketsIn(store).add({ ...to, hash: hashToken(ticket), sessionId: session.id, accountId: account.id, expiresAt })
  return ticket
}

const refused = (refusal: 'invalid_ticket' | 'app_not_allowed' | 'ticket_expired' | 'ticket_used') => ({ refusal })

/**
 * A ticket works only in the browser that asked for it. A ticket that another browser shows is spent too: an attacker who sent that
 * browser to us with the attacker's own nonce must not use the ticket later. Spending the ticket and opening the application's
 * session are one transaction; the account's row is locked first, and its session must still be alive.
 */
export async function redeemTicket(context: Context, origin: string, ticket: string, nonce: string | undefined) {
  if (!isToken(ticket)) return refused('invalid_ticket')
  const hash = hashToken(ticket)
  return inTransaction(context, async (tx) => {
    const now = tx.deps.clock.now()
    const found = await appTicketsIn(tx).find(hash)
    if (!found) return refused('invalid_ticket')
    if (found.origin !== origin) return refused('app_not_allowed')
    if (nonce === undefined || hashToken(nonce) !== found.nonce) {
      await appTicketsIn(tx).take(hash, now)
      return refused('invalid_ticket')
    }
    const account = await accountsIn(tx).lock(found.accountId, now)
    if (!(await appTicketsIn(tx).take(hash, now)))
      return refused(found.usedAt === undefined && found.expiresAt <= now ? 'ticket_expired' : 'ticket_used')
    const parent = account && (await sessionsIn(tx).find(found.sessionId))
    if (!parent || parent.revokedAt !== undefined || parent.refreshExpiresAt <= now) return refused('invalid_ticket')
    const token = newToken()
    const hashOfToken = hashOfAppSession(origin, token)
    await appSessionsIn(tx).add(hashOfToken, parent.id, now)
    tx.deps.shownTokens.meet(hashOfToken)
    const subject = { actorId: account.id, targetUserId: account.id, sessionId: parent.id }
    await tx.record('app.session.created', { ...subject, metadata: { app: origin } })
    return { path: found.path, session: { token, expiresAt: parent.refreshExpiresAt } }
  })
}
