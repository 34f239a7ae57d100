import { mailboxProofsIn } from '../../../gate/access/tables/mailbox-proofs.ts'
import { accountsIn } from '../../../gate/accounts/tables/accounts.ts'
import type { Caller, Context } from '../../../gate/deps.ts'
import { sessionsIn } from '../../../gate/sessions/tables/sessions.ts'
import { inTransaction } from '../../../gate/transaction.ts'
import type { ErrorCode } from '../../../platform/kernel/errors.ts'
import type { Identity, Provider } from '../provider.ts'
import { identitiesIn } from '../tables/identities.ts'
import { identityRow } from './identity-row.ts'
import type { OAuthState } from './oauth-state.ts'

/**
 * Adds an identity to the account of the caller who asked for it, and who must still be signed in, in that very session: a
 * link that was begun in one hand must not be finished in another. The owner is told by mail, even if it was their own doing.
 */
export async function linkIdentity(
  context: Context,
  { name: provider, label }: Provider,
  identity: Identity,
  { accountId, sessionId }: NonNullable<OAuthState['link']>,
  caller: Caller | undefined,
): Promise<Extract<ErrorCode, 'session_expired' | 'already_linked'> | undefined> {
  const { clock } = context.deps
  if (caller?.session.id !== sessionId || caller.account.id !== accountId) return 'session_expired'
  const refusal = await inTransaction(context, async (tx) => {
    const now = clock.now()
    const account = await accountsIn(tx).lock(accountId, now)
    if (!account) return 'session_expired'
    // The provider took its time to answer, and what ends a session must also end what was begun in it.
    const session = await sessionsIn(tx).find(sessionId)
    if (!session || session.revokedAt !== undefined) return 'session_expired'
    const row = identityRow(context.deps, identity, accountId)
    if (!(await identitiesIn(tx).add({ ...row, provider, createdAt: now }))) return 'already_linked'
    // One that vouches for the address proves the mailbox, for an owner who is signed in.
    if (row.vouchedEmail === account.email) await mailboxProofsIn(tx).add(accountId, now)
    await tx.record('oauth.linked', { actorId: accountId, targetUserId: accountId, sessionId, metadata: { provider } })
    await tx.notify('provider-linked', account, { provider: label })
    return undefined
  })
  return refusal
}
