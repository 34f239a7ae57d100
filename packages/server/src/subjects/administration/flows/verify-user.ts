import { actorOf } from '../../../gate/access/actor.ts'
import { lockUser } from '../../../gate/access/lock-user.ts'
import { notifyOfProof } from '../../../gate/access/notify-of-proof.ts'
import { accountsIn } from '../../../gate/accounts/tables/accounts.ts'
import { codesIn } from '../../../gate/codes/tables/codes.ts'
import { endpoint } from '../../../gate/deps.ts'
import { inTransaction } from '../../../gate/transaction.ts'
import { Message } from '../../../gate/views/fields.ts'

/** An administrator's word is no proof of the mailbox: the first real proof still removes credentials that a stranger has set. */
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
    await inTransaction(call, async (tx) => {
      const now = deps.clock.now()
      const account = await lockUser(tx)
      if (account.verifiedAt !== undefined) throw fail('already_verified')
      await accountsIn(tx).setVerified(account.id, now)
      await codesIn(tx).endAllOf(account.id, now, 'email-verification')
      await tx.record('admin.user.verified', { actorId: actorOf(caller), targetUserId: account.id })
      await notifyOfProof(tx, account)
    })
    return { message: 'The email address is verified now.' }
  },
})
