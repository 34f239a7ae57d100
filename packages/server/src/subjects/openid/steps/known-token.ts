import { accountsIn } from '../../../gate/accounts/tables/accounts.ts'
import type { Deps } from '../../../gate/deps.ts'
import { sessionsIn } from '../../../gate/sessions/tables/sessions.ts'
import { verifyOwn } from '../keys/sign.ts'
import type { AccessToken } from '../tables/access-tokens.ts'
import { clientsIn, type OidcClient } from '../tables/clients.ts'
import { grantsIn } from '../tables/grants.ts'
import { hashOfRefresh, refreshTokensIn } from '../tables/refresh-tokens.ts'
import { type Access, hashOfOpaque, hashOfSigned, recogniseAccess, recogniseService } from './access-tokens.ts'
import { unmetDemand } from './demands.ts'
import { isRefreshToken } from './issue-tokens.ts'
import { secondFactorAtOf } from './proof.ts'

/** A token that is good at this moment. */
export interface KnownToken extends Pick<AccessToken, 'scopes' | 'audience' | 'createdAt' | 'expiresAt'> {
  readonly client: Pick<OidcClient, 'id' | 'isPairwise'>
  /** Neither where a service acts for itself. */
  readonly accountId: string | undefined
  readonly grantId: string | undefined
  readonly isRefresh: boolean
}

/** Whatever kind of token it is. Undefined for one that is over, and for one of a person who lacks by now what the client demands. */
export async function knownToken(deps: Deps, presented: string): Promise<KnownToken | undefined> {
  if (isRefreshToken(presented)) return knownRefresh(deps, presented)
  const hash = await hashOfAny(deps, presented)
  if (hash === undefined) return undefined
  const caller = await recogniseAccess(deps, hash)
  if (caller) return ofPerson(deps, caller)
  const token = await recogniseService(deps, hash)
  const client = token && (await clientsIn(deps.store).find(token.clientId))
  return client && { ...token, client, isRefresh: false }
}

/** Under which the row of an access token is found, be it opaque or one that we have signed. */
export async function hashOfAny(deps: Deps, presented: string): Promise<string | undefined> {
  const opaque = hashOfOpaque(presented)
  if (opaque !== undefined || presented.split('.').length !== 3) return opaque
  const jti = (await verifyOwn(deps, presented, 'at+jwt'))?.['jti']
  return typeof jti === 'string' ? hashOfSigned(jti) : undefined
}

async function ofPerson(deps: Deps, { access, account, client, session }: Access): Promise<KnownToken | undefined> {
  const proved = { secondFactorAt: session.secondFactorAt ?? access.secondFactorAt }
  if (await unmetDemand(deps.store, deps, client, account, proved)) return undefined
  return { ...access, client, isRefresh: false }
}

async function knownRefresh(deps: Deps, presented: string): Promise<KnownToken | undefined> {
  const { store, clock } = deps
  const now = clock.now()
  const token = await refreshTokensIn(store).find(hashOfRefresh(presented))
  if (!token || token.rotatedAt !== undefined || token.expiresAt <= now) return undefined
  const grant = await grantsIn(store).find(token.grantId)
  if (!grant || grant.endedAt !== undefined) return undefined
  const [session, account, client] = await Promise.all([
    sessionsIn(store).find(grant.sessionId),
    accountsIn(store).find(grant.accountId),
    clientsIn(store).find(grant.clientId),
  ])
  if (!session || session.revokedAt !== undefined || session.refreshExpiresAt <= now) return undefined
  if (!account || account.bannedAt !== undefined || !client || client.disabledAt !== undefined) return undefined
  const proved = { secondFactorAt: session.secondFactorAt ?? secondFactorAtOf(token.proof) }
  if (await unmetDemand(store, deps, client, account, proved)) return undefined
  return { ...token, client, accountId: account.id, grantId: grant.id, isRefresh: true }
}
