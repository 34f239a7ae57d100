import type { Context } from '../../../gate/deps.ts'
import { inTransaction } from '../../../gate/transaction.ts'
import { clientsIn, type OidcClient } from '../tables/clients.ts'
import { addAccessToken } from './access-tokens.ts'
import { type Issued, newTokens } from './issue-tokens.ts'
import { type Refused, refused } from './refused.ts'
import { wordsOf } from './shrink.ts'

export type IssuedToService = Pick<Issued, 'client' | 'scopes' | 'audience' | 'issuedAt' | 'expiresAt'> & {
  readonly tokens: Pick<Issued['tokens'], 'access'>
}

/** For a service that acts for itself: there is no person, no session and nothing to refresh, because it can ask again at any time. */
export async function issueServiceToken(
  call: Context,
  { id, kind }: OidcClient,
  { scope, resource }: { readonly scope: string | undefined; readonly resource: string | undefined },
): Promise<IssuedToService | Refused> {
  if (kind !== 'service') return refused('unauthorized_client', 'grant_type_not_allowed')
  const tokens = newTokens(resource)
  return inTransaction(call, async (tx) => {
    const issuedAt = tx.deps.clock.now()
    const client = await clientsIn(tx).hold(id)
    if (!client) return refused('unauthorized_client', 'disabled')
    const scopes = scope ? wordsOf(scope) : client.scopes
    if (!scopes.every((one) => client.scopes.includes(one))) return refused('invalid_scope', 'scope_unknown')
    if (resource !== undefined && !client.audiences.includes(resource)) return refused('invalid_target', 'audience_unknown')
    const token = { clientId: id, scopes, audience: resource, secondFactorAt: undefined }
    const { expiresAt } = await addAccessToken(tx, tokens.access, token)
    await tx.record('oidc.tokens.issued', { metadata: { client: id, by: 'service' } })
    return { client, tokens, scopes, audience: resource, issuedAt, expiresAt }
  })
}
