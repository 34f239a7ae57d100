import { createHash } from 'node:crypto'
import { type Static, Type } from 'typebox'
import type { Deps } from '../../../gate/deps.ts'
import { sign } from '../keys/sign.ts'
import { claimsOf, subjectFor } from '../steps/claims.ts'
import type { IssuedToService } from '../steps/issue-service-token.ts'
import type { Issued } from '../steps/issue-tokens.ts'

const ID_TOKEN_S = 3600

export const Tokens = Type.Object({
  access_token: Type.String({ description: 'Opaque, or signed where a service was named.' }),
  token_type: Type.Literal('Bearer', { description: 'How it is presented.' }),
  expires_in: Type.Integer({ description: 'Seconds.' }),
  scope: Type.Optional(
    Type.String({ description: 'What was granted: it may be less than what was asked for. Left out where that is nothing.' }),
  ),
  refresh_token: Type.Optional(Type.String({ description: 'Good once; each answer brings the next one.' })),
  id_token: Type.Optional(Type.String({ description: 'Signed, and good for an hour. Only with the scope `openid`.' })),
})

type TokensView = Static<typeof Tokens>

/** Signing takes a moment, so it comes after the transaction. */
export async function tokensView(deps: Deps, issued: Issued): Promise<TokensView> {
  const { client, account, tokens, scopes } = issued
  const subject = await subjectFor(deps, client, account.id)
  const access = await accessTokenOf(deps, issued, { sub: subject, ...proofClaims(issued) })
  const view = { ...grantedView(deps, issued, access), refresh_token: tokens.refresh }
  if (!scopes.includes('openid')) return view
  return { ...view, id_token: await idTokenOf(deps, issued, subject, access) }
}

/** The service itself is the subject (RFC 9068, 2.2). */
export async function serviceTokenView(deps: Deps, issued: IssuedToService): Promise<TokensView> {
  return grantedView(deps, issued, await accessTokenOf(deps, issued, { sub: issued.client.id }))
}

const grantedView = ({ clock }: Deps, { scopes, expiresAt }: IssuedToService, access: string) => ({
  access_token: access,
  token_type: 'Bearer' as const,
  expires_in: Math.max(0, Math.floor((expiresAt - clock.now()) / 1000)),
  ...scopeOf(scopes),
})

/** RFC 6749, 3.3, has no way to write no scope at all. */
export const scopeOf = (scopes: readonly string[]): { readonly scope?: string } =>
  scopes.length === 0 ? {} : { scope: scopes.join(' ') }

const seconds = (at: number): number => Math.floor(at / 1000)

const proofClaims = ({ proof: { at, acr, amr } }: Issued) => ({ auth_time: seconds(at), acr, amr })

async function accessTokenOf(deps: Deps, issued: IssuedToService, who: object): Promise<string> {
  const { client, tokens, scopes, issuedAt, expiresAt } = issued
  if ('opaque' in tokens.access) return tokens.access.opaque
  const claims = { iss: deps.config.server.publicUrl, aud: tokens.access.audience, client_id: client.id, jti: tokens.access.jti }
  const times = { iat: seconds(issuedAt), exp: seconds(expiresAt) }
  return sign(deps, client.algorithm, { ...claims, ...who, ...scopeOf(scopes), ...times }, 'at+jwt')
}

async function idTokenOf(deps: Deps, issued: Issued, sub: string, access: string): Promise<string> {
  const { client, account, grant, scopes, nonce, issuedAt } = issued
  const told = await claimsOf(deps, account, client, scopes)
  const iat = seconds(issuedAt)
  const about = { iss: deps.config.server.publicUrl, sub, aud: client.id, exp: iat + ID_TOKEN_S, iat, sid: grant.id }
  const once = { ...(nonce !== undefined && { nonce }), at_hash: halfHash(access) }
  return sign(deps, client.algorithm, { ...told, ...about, ...proofClaims(issued), ...once }, 'JWT')
}

/** OpenID Connect Core 1.0, 3.1.3.6; both algorithms hash with SHA-256. */
const halfHash = (token: string): string => createHash('sha256').update(token).digest().subarray(0, 16).toString('base64url')
