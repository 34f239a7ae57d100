import { obstacleFor } from '../../../gate/access/admit.ts'
import { accountsIn } from '../../../gate/accounts/tables/accounts.ts'
import type { Context } from '../../../gate/deps.ts'
import { lifetimeFrom } from '../../../gate/sessions/issue-session.ts'
import { type Session, sessionsIn } from '../../../gate/sessions/tables/sessions.ts'
import { inTransaction, type Transaction } from '../../../gate/transaction.ts'
import { keyOfToken, seal } from '../../../platform/kernel/keys.ts'
import { clientsIn, type OidcClient } from '../tables/clients.ts'
import { type Grant, grantsIn } from '../tables/grants.ts'
import { hashOfRefresh, type RefreshToken, refreshTokensIn } from '../tables/refresh-tokens.ts'
import { unmetDemand } from './demands.ts'
import { type Issued, isRefreshToken, issueTokens, newTokens } from './issue-tokens.ts'
import { secondFactorAtOf } from './proof.ts'
import { type Refused, refused } from './refused.ts'
import { type Holder, replayRefresh, type ShownRefresh, type Successor } from './replay-refresh.ts'
import { shrink } from './shrink.ts'

/**
 * Each refresh rotates the token. Of many callers with the same one, other tabs or processes of the application, the first rotates it and
 * the others get the very same successor for a while (`replayRefresh`). Later two parties hold it, so the grant ends, and the session of the
 * person does not (RFC 9700, 4.14.2).
 */
export async function refreshTokens(call: Context, { id: clientId }: OidcClient, shown: ShownRefresh): Promise<Issued | Refused> {
  const unknown = refused('invalid_grant', 'refresh_token_unknown')
  if (!isRefreshToken(shown.token)) return unknown
  const hash = hashOfRefresh(shown.token)
  const known = await refreshTokensIn(call.deps.store).find(hash)
  const of = known && (await grantsIn(call.deps.store).find(known.grantId))
  if (!of || of.clientId !== clientId) return unknown
  return inTransaction(call, async (tx) => {
    const now = tx.deps.clock.now()
    const account = await accountsIn(tx).lock(of.accountId, now)
    const client = await clientsIn(tx).find(clientId)
    const token = await refreshTokensIn(tx).find(hash)
    if (!account || !token || !client || obstacleFor(tx.deps, account, 'session')) return unknown
    if (client.disabledAt !== undefined) return refused('invalid_grant', 'disabled')
    const grant = await grantsIn(tx).use(of.id, of.scopes, now)
    const session = grant && (await livingSession(tx, grant, now))
    if (!session || token.expiresAt <= now) return unknown
    const holder = { account, client, grant, session }
    if (token.rotatedAt !== undefined) return replayRefresh(tx, holder, token, shown)
    const proved = { secondFactorAt: session.secondFactorAt ?? secondFactorAtOf(token.proof) }
    const unmet = await unmetDemand(tx, tx.deps, client, account, proved)
    if (unmet) return refused('invalid_grant', `demand_${unmet}`)
    return rotate(tx, holder, token, shown)
  })
}

/** A session of the application lives on as long as the application uses it; that of a browser only as the browser does. */
async function livingSession(tx: Transaction, { sessionId, hasOwnSession }: Grant, now: number): Promise<Session | undefined> {
  const session = await sessionsIn(tx).find(sessionId)
  if (!session || session.revokedAt !== undefined || session.refreshExpiresAt <= now) return undefined
  return hasOwnSession ? sessionsIn(tx).prolong(session.id, lifetimeFrom(tx.deps, session.createdAt), now) : session
}

async function rotate(tx: Transaction, holder: Holder, token: RefreshToken, shown: ShownRefresh): Promise<Issued | Refused> {
  const { account, client, grant, session } = holder
  const granted = shrink(token, client, shown)
  if ('refused' in granted) return granted
  const tokens = newTokens(granted.audience)
  const { generation, scopes, audience, proof } = token
  const refresh = { generation: generation + 1, scopes, audience }
  const issued = await issueTokens(tx, { ...holder, ...granted, proof, nonce: undefined, tokens, refresh })
  const { issuedAt, expiresAt } = issued
  const successor: Successor = { tokens, ...granted, issuedAt, expiresAt }
  const sealed = seal(keyOfToken(shown.token), JSON.stringify(successor))
  if (!(await refreshTokensIn(tx).take(token.hash, sealed, tx.deps.sharedTime.now())))
    throw new Error('a token was rotated while the row of its account was held')
  const subject = { actorId: account.id, targetUserId: account.id, sessionId: session.id }
  await tx.record('oidc.tokens.refreshed', { ...subject, metadata: { client: client.id, grant: grant.id } })
  return issued
}
