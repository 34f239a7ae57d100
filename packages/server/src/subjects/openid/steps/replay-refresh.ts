import type { Account } from '../../../gate/accounts/tables/accounts.ts'
import type { Deps } from '../../../gate/deps.ts'
import type { Session } from '../../../gate/sessions/tables/sessions.ts'
import type { Transaction } from '../../../gate/transaction.ts'
import { keyOfToken, unseal } from '../../../platform/kernel/keys.ts'
import type { OidcClient } from '../tables/clients.ts'
import type { Grant } from '../tables/grants.ts'
import { hashOfRefresh, type RefreshToken, refreshTokensIn } from '../tables/refresh-tokens.ts'
import { addAccessToken } from './access-tokens.ts'
import { unmetDemand } from './demands.ts'
import { endGrants } from './end-grants.ts'
import { type Issued, newTokens } from './issue-tokens.ts'
import { secondFactorAtOf } from './proof.ts'
import { type Refused, refused } from './refused.ts'
import { shrink } from './shrink.ts'

export interface ShownRefresh {
  readonly token: string
  readonly scope: string | undefined
  readonly resource: string | undefined
}

/** Whose token it is, and what depends on it. */
export interface Holder {
  readonly account: Account
  readonly client: OidcClient
  readonly grant: Grant
  readonly session: Session
}

/** What the first to rotate a token leaves for those who come a moment later with the same one, sealed with that one. */
export type Successor = Pick<Issued, 'tokens' | 'scopes' | 'audience' | 'issuedAt' | 'expiresAt'>

/** No application rotates its token more often in the few seconds for which an old one is good. */
const MOST_STEPS = 50

/**
 * The token was rotated before: by another tab of the application a moment ago, or by a thief. For a while after its own rotation it opens
 * what is the newest by then, however often that was rotated since. Later it is taken for stolen.
 */
export async function replayRefresh(
  tx: Transaction,
  holder: Holder,
  spent: RefreshToken,
  shown: ShownRefresh,
): Promise<Issued | Refused> {
  if (!isRecent(tx.deps, spent)) return endStolen(tx, holder, spent)
  const newest = await newestAfter(tx, spent, shown.token)
  if (!newest) return refused('invalid_grant', 'refresh_token_unknown')
  const { account, client, session } = holder
  const proved = { secondFactorAt: session.secondFactorAt ?? secondFactorAtOf(spent.proof) }
  const unmet = await unmetDemand(tx, tx.deps, client, account, proved)
  if (unmet) return refused('invalid_grant', `demand_${unmet}`)
  const granted = shrink(spent, client, shown)
  if ('refused' in granted) return granted
  if (isSame(granted, newest)) return { ...newest, ...holder, proof: spent.proof, nonce: undefined }
  return addAnother(tx, holder, spent, granted, newest)
}

const isRecent = ({ sharedTime, config }: Deps, { rotatedAt }: RefreshToken): boolean =>
  rotatedAt !== undefined && sharedTime.now() < rotatedAt + config.sessions.refreshGrace

/** Each is sealed with the one before, so who holds one of them can open all that came after. */
async function newestAfter(tx: Transaction, spent: RefreshToken, presented: string): Promise<Successor | undefined> {
  let [token, key]: [RefreshToken | undefined, string] = [spent, presented]
  for (let step = 0; step < MOST_STEPS && token?.successor !== undefined; step++) {
    const successor = JSON.parse(unseal(keyOfToken(key), token.successor)) as Successor
    key = successor.tokens.refresh
    token = await refreshTokensIn(tx).find(hashOfRefresh(key))
    if (token && token.rotatedAt === undefined) return successor
  }
  return undefined
}

type Granted = Pick<Issued, 'scopes' | 'audience'>

const isSame = (one: Granted, other: Granted): boolean =>
  one.audience === other.audience &&
  one.scopes.length === other.scopes.length &&
  one.scopes.every((scope) => other.scopes.includes(scope))

/** Who asks for other scopes than the one who came first gets an access token for these, and the same refresh token. */
async function addAnother(
  tx: Transaction,
  { account, client, grant, session }: Holder,
  { proof }: RefreshToken,
  granted: Granted,
  { tokens: { refresh } }: Successor,
): Promise<Issued> {
  const { access } = newTokens(granted.audience)
  const secondFactorAt = secondFactorAtOf(proof)
  const of = { grantId: grant.id, session }
  const { createdAt, expiresAt } = await addAccessToken(tx, access, { clientId: client.id, ...granted, secondFactorAt, of })
  const subject = { actorId: account.id, targetUserId: account.id, sessionId: session.id }
  await tx.record('oidc.tokens.refreshed', { ...subject, metadata: { client: client.id, grant: grant.id } })
  const tokens = { access, refresh }
  return { client, account, grant, tokens, ...granted, proof, nonce: undefined, issuedAt: createdAt, expiresAt }
}

async function endStolen(
  tx: Transaction,
  { account, client, grant, session }: Holder,
  { generation }: RefreshToken,
): Promise<Refused> {
  await endGrants(tx, { accountId: account.id, grantId: grant.id }, 'application_token_reused')
  const subject = { isSuccess: false, targetUserId: account.id, sessionId: session.id }
  await tx.record('oidc.refresh.reuse_detected', { ...subject, metadata: { client: client.id, generation } })
  return refused('invalid_grant', 'refresh_token_reused')
}
