import { Type } from 'typebox'
import { accountsIn } from '../../../gate/accounts/tables/accounts.ts'
import { type Context, endpoint } from '../../../gate/deps.ts'
import { inTransaction } from '../../../gate/transaction.ts'
import { parameter } from '../../../gate/views/fields.ts'
import { isPublic } from '../clients/client.ts'
import { authenticateClient, clientErrors } from '../steps/authenticate-client.ts'
import { ClientFields } from '../steps/client-fields.ts'
import { endGrants } from '../steps/end-grants.ts'
import { isRefreshToken } from '../steps/issue-tokens.ts'
import { hashOfAny, knownToken } from '../steps/known-token.ts'
import { accessTokensIn } from '../tables/access-tokens.ts'
import { grantsIn } from '../tables/grants.ts'
import { hashOfRefresh, refreshTokensIn } from '../tables/refresh-tokens.ts'

/**
 * Ends a token of the client that asks, and with a refresh token its whole grant (RFC 7009, 2.1). A token that is unknown or over is answered
 * like a token that ends. A client with a secret is refused where it presents a good token of another client, because it would count on
 * its end. A public client proves nothing and learns nothing.
 */
export const revokeToken = endpoint({
  route: 'POST /oidc/revoke',
  summary: 'End a token of one’s own',
  auth: 'none',
  limit: 'none',
  isOAuth: true,
  body: Type.Object({
    ...ClientFields,
    token: parameter('The refresh or access token.'),
    token_type_hint: parameter('Not needed: tokens tell themselves apart.'),
  }),
  reply: Type.Object({}),
  errors: [...clientErrors],

  async handle(call) {
    const { body, deps, fail } = call
    const client = await authenticateClient(call)
    if (!body.token) throw fail('invalid_request', { message: 'token is missing.' })
    const known = isPublic(client) ? undefined : await knownToken(deps, body.token)
    if (known && known.client.id !== client.id) throw fail('invalid_request', { message: 'The token is of another application.' })
    if (isRefreshToken(body.token)) {
      await endByRefreshToken(call, client.id, body.token)
    } else {
      const hash = await hashOfAny(deps, body.token)
      if (hash !== undefined) await endAccessToken(call, client.id, hash)
    }
    return {}
  },
})

async function endByRefreshToken(call: Context, clientId: string, presented: string): Promise<void> {
  const token = await refreshTokensIn(call.deps.store).find(hashOfRefresh(presented))
  const grant = token && (await grantsIn(call.deps.store).find(token.grantId))
  if (grant?.clientId !== clientId) return
  await inTransaction(call, async (tx) => {
    const account = await accountsIn(tx).lock(grant.accountId, tx.deps.clock.now())
    const isAlive = account && (await grantsIn(tx).find(grant.id))?.endedAt === undefined
    if (!isAlive) return
    await endGrants(tx, { accountId: account.id, grantId: grant.id }, 'application_signed_out')
    const subject = { actorId: account.id, targetUserId: account.id, sessionId: grant.sessionId }
    await tx.record('oidc.tokens.revoked', { ...subject, metadata: { client: clientId, token: 'refresh' } })
  })
}

const endAccessToken = (call: Context, clientId: string, hash: string): Promise<void> =>
  inTransaction(call, async (tx) => {
    const token = await accessTokensIn(tx).remove(hash, clientId)
    if (!token) return
    const subject = { actorId: token.accountId, targetUserId: token.accountId }
    await tx.record('oidc.tokens.revoked', { ...subject, metadata: { client: clientId, token: 'access' } })
  })
