import { type Find, recogniseBy } from '../../../gate/access/require-session.ts'
import type { Account } from '../../../gate/accounts/tables/accounts.ts'
import type { Deps } from '../../../gate/deps.ts'
import type { Session } from '../../../gate/sessions/tables/sessions.ts'
import type { Stranger } from '../../../platform/kernel/endpoint.ts'
import { hashToken, isToken, newToken } from '../../../platform/kernel/tokens.ts'
import type { Connection } from '../../../platform/store/table.ts'
import { type AccessPair, type AccessToken, accessTokensIn } from '../tables/access-tokens.ts'
import { keyOfClient } from '../tables/clients.ts'

const PREFIX = 'lka_'

/** An application asks again after an hour at most, with the refresh token that it has. */
const ACCESS_TTL_MS = 3_600_000

/** A signed token is good wherever its signature is checked, whatever has ended since. */
const SIGNED_TTL_MS = 600_000

/** The purpose is part of the hash, so that no cookie is taken for an access token, and no access token for a cookie. */
const hashOfAccess = (token: string): string => hashToken(`access ${token}`)

/** Under which a token is found, good or not. Undefined for what cannot be one, which is never looked up. */
export function hashOfOpaque(presented: string): string | undefined {
  const token = presented.startsWith(PREFIX) ? presented.slice(PREFIX.length) : ''
  return isToken(token) ? hashOfAccess(token) : undefined
}

export const newAccessToken = (): string => `${PREFIX}${newToken()}`

type Issued = Pick<AccessToken, 'clientId' | 'scopes' | 'audience' | 'secondFactorAt'> & {
  /** Absent for a service that acts for itself. */
  readonly of?: { readonly grantId: string; readonly session: Session }
}

/**
 * What is signed for another service has a row as well, by its id, so that its application can end it and the service can ask about it.
 * It is never accepted here.
 */
export async function addAccessToken(
  tx: Connection & { readonly deps: Deps },
  token: { readonly opaque: string } | { readonly jti: string },
  { of, ...issued }: Issued,
): Promise<AccessToken> {
  const now = tx.deps.clock.now()
  const [hash, ttl] =
    'opaque' in token ? [hashOfOpaque(token.opaque) ?? '', ACCESS_TTL_MS] : [hashOfSigned(token.jti), SIGNED_TTL_MS]
  const expiresAt = Math.min(now + ttl, of?.session.refreshExpiresAt ?? Number.POSITIVE_INFINITY)
  const row = { ...issued, hash, grantId: of?.grantId, accountId: of?.session.accountId, createdAt: now, expiresAt }
  await accessTokensIn(tx).add(row)
  return row
}

export const hashOfSigned = (jti: string): string => hashToken(`signed access ${jti}`)

export type Access = { readonly account: Account; readonly session: Session } & Pick<AccessPair, 'access' | 'client'>

const byAccess: Find<AccessPair> = async ({ store }, hash, now) => {
  const found = await accessTokensIn(store).find(hash, now)
  return found && { ...found, dependsOn: [keyOfClient(found.access.clientId)] }
}

/** Whom the bearer of an access token acts for: like a session, at once where that is cached. A service acts for no person. */
export const recogniseAccess = async (deps: Deps, hash: string, stranger?: Stranger): Promise<Access | undefined> =>
  (await recogniseBy(byAccess, deps, hash, stranger))?.caller

/** The token of a service, which has neither session nor account. */
export const recogniseService = ({ store, clock }: Deps, hash: string): Promise<AccessToken | undefined> =>
  accessTokensIn(store).findOfService(hash, clock.now())
