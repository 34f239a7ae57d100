import { createHash, timingSafeEqual } from 'node:crypto'
import { obstacleFor } from '../../../gate/access/admit.ts'
import { type Account, accountsIn } from '../../../gate/accounts/tables/accounts.ts'
import type { Context } from '../../../gate/deps.ts'
import { type Session, sessionsIn } from '../../../gate/sessions/tables/sessions.ts'
import { inTransaction, type Transaction } from '../../../gate/transaction.ts'
import { isToken } from '../../../platform/kernel/tokens.ts'
import { isPublic } from '../clients/client.ts'
import type { Refusal } from '../clients/refusals.ts'
import { clientsIn, type OidcClient } from '../tables/clients.ts'
import { type AuthorizationCode, authorizationCodesIn, hashOfAuthorizationCode } from '../tables/codes.ts'
import { unmetDemand } from './demands.ts'
import { endGrants } from './end-grants.ts'
import { openGrant } from './grants.ts'
import { type Issued, issueTokens, newTokens } from './issue-tokens.ts'
import { type Refused, refused } from './refused.ts'
import { shrink } from './shrink.ts'

export interface ShownCode {
  readonly code: string
  readonly redirectUri: string
  readonly verifier: string | undefined
  readonly resource: string | undefined
}

/**
 * The only place that spends a code: whether the session lives, the account may go on, the client is as it was and the code is the client's
 * own is asked in the transaction that spends it, with the account's row held. A mistake of the client spends nothing. A right
 * code that was spent before was stolen, from the caller or by them: so what it gave ends (RFC 6749, 4.1.2).
 */
export async function redeemAuthorizationCode(
  call: Context,
  { id: clientId }: OidcClient,
  shown: ShownCode,
): Promise<Issued | Refused> {
  if (!isToken(shown.code)) return refused('invalid_grant', 'code_unknown')
  const hash = hashOfAuthorizationCode(shown.code)
  const known = await authorizationCodesIn(call.deps.store).find(hash)
  if (!known || known.clientId !== clientId) return refused('invalid_grant', 'code_unknown')
  return inTransaction(call, async (tx) => {
    const now = tx.deps.clock.now()
    const account = await accountsIn(tx).lock(known.accountId, now)
    const client = await clientsIn(tx).hold(clientId)
    const code = await authorizationCodesIn(tx).find(hash)
    if (!account || !code || !client) return refused('invalid_grant', client ? 'code_unknown' : 'disabled')
    const mistake = mistakeIn(client, code, shown)
    if (mistake) return refused('invalid_grant', mistake)
    if (code.usedAt !== undefined) return secondUse(tx, account, client, code)
    if (code.expiresAt <= now) return refused('invalid_grant', 'code_expired')
    const granted = shrink(code, client, { scope: undefined, resource: shown.resource })
    if ('refused' in granted) return granted
    const session = await sessionsIn(tx).find(code.sessionId)
    if (
      !session ||
      session.revokedAt !== undefined ||
      session.refreshExpiresAt <= now ||
      obstacleFor(tx.deps, account, 'session')
    )
      return refused('invalid_grant')
    const unmet = await unmetDemand(tx, tx.deps, client, account, session)
    if (unmet) return refused('invalid_grant', `demand_${unmet}`)
    if (!(await authorizationCodesIn(tx).take(hash, now))) return refused('invalid_grant', 'code_expired')
    return spend(tx, { account, client, code, session }, granted)
  })
}

interface Spent {
  readonly account: Account
  readonly client: OidcClient
  readonly code: AuthorizationCode
  readonly session: Session
}

async function spend(tx: Transaction, spent: Spent, granted: Pick<Issued, 'scopes' | 'audience'>): Promise<Issued> {
  const { account, client, code } = spent
  const own = granted.scopes.includes('offline_access') ? { browser: code.browser, fromSessionId: spent.session.id } : undefined
  const { grant, session } = await openGrant(tx, { ...spent, scopes: granted.scopes, own })
  await authorizationCodesIn(tx).noteGrant(code.hash, grant.id)
  // From now on no code of this client is good without a challenge: leaving it out is what a thief of codes does (RFC 9700, 2.1.1).
  if (code.challenge !== undefined && !client.hasSentChallenge) await clientsIn(tx).noteChallenge(client.id)
  const metadata = { client: client.id, by: 'code' }
  await tx.record('oidc.tokens.issued', { actorId: account.id, targetUserId: account.id, sessionId: session.id, metadata })
  const { proof, nonce } = code
  const tokens = newTokens(granted.audience)
  return issueTokens(tx, {
    account,
    client,
    grant,
    session,
    ...granted,
    proof,
    nonce,
    tokens,
    refresh: { generation: 1, ...granted },
  })
}

async function secondUse(
  tx: Transaction,
  account: Account,
  client: OidcClient,
  { grantId }: AuthorizationCode,
): Promise<Refused> {
  if (grantId !== undefined) await endGrants(tx, { accountId: account.id, grantId }, 'application_token_reused')
  const metadata = { client: client.id }
  await tx.record('oidc.code.reuse_detected', { isSuccess: false, targetUserId: account.id, metadata })
  return refused('invalid_grant', 'code_used_twice')
}

/** What the client can mend, because the code stays good: it is not from the address that the code was sent to, or lacks the proof for it. */
function mistakeIn(client: OidcClient, code: AuthorizationCode, { redirectUri, verifier }: ShownCode): Refusal | undefined {
  if (redirectUri !== code.redirectUri) return 'redirect_uri_differs'
  if (code.challenge === undefined) {
    if (verifier !== undefined) return 'verifier_unexpected'
    return isPublic(client) || client.wantsPkce || client.hasSentChallenge ? 'challenge_missing' : undefined
  }
  if (verifier === undefined) return 'verifier_missing'
  return isVerifierOf(code.challenge, verifier) ? undefined : 'verifier_wrong'
}

/** RFC 7636, 4.1 and 4.6. */
function isVerifierOf(challenge: string, verifier: string): boolean {
  if (!/^[A-Za-z0-9._~-]{43,128}$/.test(verifier)) return false
  const made = Buffer.from(createHash('sha256').update(verifier).digest('base64url'))
  const wanted = Buffer.from(challenge)
  return made.length === wanted.length && timingSafeEqual(made, wanted)
}
