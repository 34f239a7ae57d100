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

/** The caller must still be signed in with the session that began the link: no other person may finish it. */
export async function linkIdentity(
  context: Context,
  { name: provider, label }: Provider,
  identity: Identity,
  { accountId, sessionId }: NonNullable<OAuthState['link']>,
  caller: Caller | undefined,
): Promise<Extract<ErrorCode, 'session_expired' | 'already_linked'> | undefined> {
  if (caller?.session.id !== sessionId || caller.account.id !== accountId) return 'session_expired'
  return inTransaction(context, async (tx) => {
    const now = tx.deps.clock.now()
    const account = await accountsIn(tx).lock(accountId, now)
    if (!account) return 'session_expired'
    // The session may have ended while the provider was asked, and then the link must not be made.
    const session = await sessionsIn(tx).find(sessionId)
    if (!session || session.revokedAt !== undefined) return 'session_expired'
    const row = identityRow(tx.deps, identity, accountId)
    if (!(await identitiesIn(tx).add({ ...row, provider, createdAt: now }))) return 'already_linked'
    // An identity that vouches for the account's address proves the mailbox.
    if (row.vouchedEmail === account.email) await mailboxProofsIn(tx).add(accountId, now)
    await tx.record('oauth.linked', { actorId: accountId, targetUserId: accountId, sessionId, metadata: { provider } })
    await tx.notify('provider-linked', account, { provider: label })
    return undefined
  })
}
