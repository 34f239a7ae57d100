import { actorOf } from '../../core/access/actor.ts'
import { holdUser } from '../../core/access/hold-user.ts'
import { notifyOfProof } from '../../core/access/notify-of-proof.ts'
import { record } from '../../core/audit/audit.ts'
import { endpoint } from '../../core/deps.ts'
import { Message } from '../../core/views/message.ts'
import { accountsIn } from '../../store/tables/accounts.ts'
import { codesIn } from '../../store/tables/codes.ts'

/**
 * An administrator knows whose mailbox it is. Nothing is removed, because the mailbox itself has proved nothing: its first proof
 * still comes, and removes what a stranger has set until then.
 */
export const verifyUser = endpoint({
  route: 'PATCH /admin/users/{id}/verify',
  params: { id: 'The account.' },
  summary: 'Mark the email address of an account as verified',
  auth: 'admin',
  scope: 'users:write',
  limit: 'general',
  reply: Message,
  errors: ['user_not_found', 'insufficient_scope', 'already_verified'],

  async handle(call) {
    const { caller, deps, fail } = call
    await deps.store.transaction(async (tx) => {
      const now = deps.clock.now()
      const account = await holdUser(tx, call)
      if (account.verifiedAt !== undefined) throw fail('already_verified')
      await accountsIn(tx).setVerified(account.id, now)
      await codesIn(tx).endAllOf(account.id, now, 'email-verification')
      await record(tx, call, 'admin.user.verified', { actorId: actorOf(caller), targetUserId: account.id })
      await notifyOfProof(tx, call, account)
    })
    return { message: 'The email address is verified now.' }
  },
})
