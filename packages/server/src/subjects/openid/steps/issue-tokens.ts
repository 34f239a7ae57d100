import { randomUUID } from 'node:crypto'
import type { Account } from '../../../gate/accounts/tables/accounts.ts'
import type { Session } from '../../../gate/sessions/tables/sessions.ts'
import type { Transaction } from '../../../gate/transaction.ts'
import { isToken, newToken } from '../../../platform/kernel/tokens.ts'
import type { Proof } from '../clients/client.ts'
import type { OidcClient } from '../tables/clients.ts'
import type { Grant } from '../tables/grants.ts'
import { hashOfRefresh, refreshTokensIn } from '../tables/refresh-tokens.ts'
import { addAccessToken, newAccessToken } from './access-tokens.ts'
import { secondFactorAtOf } from './proof.ts'

const PREFIX = 'lkr_'

/** What cannot be one is never looked up. */
export const isRefreshToken = (presented: string): boolean =>
  presented.startsWith(PREFIX) && isToken(presented.slice(PREFIX.length))

const newRefreshToken = (): string => `${PREFIX}${newToken()}`

/** Opaque, or the id of one that is signed for another service once the transaction is over. */
export type AccessSecret = { readonly opaque: string } | { readonly jti: string; readonly audience: string }

/** Made before the transaction, so that a row can be sealed for the callers that ask again. */
export interface NewTokens {
  readonly access: AccessSecret
  readonly refresh: string
}

export const newTokens = (audience: string | undefined): NewTokens => ({
  access: audience === undefined ? { opaque: newAccessToken() } : { jti: randomUUID(), audience },
  refresh: newRefreshToken(),
})

/** What an application is given for a person. Nothing of it is signed yet. */
export interface Issued {
  readonly client: OidcClient
  readonly account: Account
  readonly grant: Pick<Grant, 'id'>
  readonly tokens: NewTokens
  readonly scopes: readonly string[]
  readonly audience: string | undefined
  readonly proof: Proof
  readonly nonce: string | undefined
  readonly issuedAt: number
  readonly expiresAt: number
}

interface ToIssue extends Pick<Issued, 'client' | 'account' | 'scopes' | 'audience' | 'proof' | 'nonce' | 'tokens'> {
  readonly grant: Grant
  readonly session: Session
  /** The row of tokens goes on; its scopes are those that were granted, however few this access token has. */
  readonly refresh: { readonly generation: number; readonly scopes: readonly string[]; readonly audience: string | undefined }
}

/** The caller has locked the account's row, and found grant and session alive. */
export async function issueTokens(tx: Transaction, { grant, session, refresh, ...issued }: ToIssue): Promise<Issued> {
  const { client, scopes, audience, proof, tokens } = issued
  const now = tx.deps.clock.now()
  const access = { clientId: client.id, scopes, audience, secondFactorAt: secondFactorAtOf(proof) }
  const { expiresAt } = await addAccessToken(tx, tokens.access, { ...access, of: { grantId: grant.id, session } })
  await refreshTokensIn(tx).add({
    ...refresh,
    hash: hashOfRefresh(tokens.refresh),
    grantId: grant.id,
    proof,
    createdAt: now,
    expiresAt: session.refreshExpiresAt,
  })
  return { ...issued, grant, issuedAt: now, expiresAt }
}
