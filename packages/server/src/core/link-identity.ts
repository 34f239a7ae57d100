import type { ErrorCode } from '../kernel/errors.ts'
import type { Identity } from '../kernel/provider.ts'
import { record } from './audit.ts'
import type { Caller, Context } from './deps.ts'
import { identityRow } from './identity-row.ts'
import type { OAuthState } from './oauth-state.ts'

/**
 * Adds an identity to the account of whoever asked for it, and who must still be signed in, in that very session: a
 * link that was begun in one hand must not be finished in another.
 */
export async function linkIdentity(
  context: Context,
  provider: string,
  identity: Identity,
  { accountId, sessionId }: NonNullable<OAuthState['link']>,
  caller: Caller | undefined,
): Promise<Extract<ErrorCode, 'session_expired' | 'already_linked'> | undefined> {
  const { store, clock } = context.deps
  if (caller?.session.id !== sessionId || caller.account.id !== accountId) return 'session_expired'
  return store.transaction(async (tx) => {
    const now = clock.now()
    if (!(await tx.accounts.hold(accountId, now))) return 'session_expired'
    // The provider took its time to answer, and what ends a session must also end what was begun in it.
    const session = await tx.sessions.find(sessionId)
    if (!session || session.revokedAt !== undefined) return 'session_expired'
    const isAdded = await tx.identities.add({ ...identityRow(context.deps, identity, accountId), provider, createdAt: now })
    if (!isAdded) return 'already_linked'
    await record(tx, context, 'oauth.linked', { actorId: accountId, targetUserId: accountId, sessionId, metadata: { provider } })
    return undefined
  })
}
