import { accountsIn } from '../../../gate/accounts/tables/accounts.ts'
import { mailboxOf } from '../../../gate/codes/mailbox-cookie.ts'
import { codesIn } from '../../../gate/codes/tables/codes.ts'
import { endpoint } from '../../../gate/deps.ts'
import { inTransaction } from '../../../gate/transaction.ts'
import { Message } from '../../../gate/views/fields.ts'
import { Answer } from '../../../platform/kernel/endpoint.ts'

/**
 * A mailed reset proves the mailbox and does not verify the address by itself: that takes the owner's word. Another mail would prove
 * nothing more. The sealed cookie says that this very browser has redeemed a link which went to this address, within the hour; the session
 * says whose account it is; and what a stranger had set before the first proof is gone since the reset. The account's row says only
 * that some mailbox was proved once, maybe that of an earlier address, so it is not enough.
 */
export const confirmProved = endpoint({
  route: 'POST /auth/verify-email/proved',
  summary: 'Confirm the address whose mailbox this browser has just proved on the page of a reset',
  auth: 'session',
  limit: 'redeem',
  reply: Message,
  errors: ['already_verified', 'code_invalid'],

  async handle(call) {
    const { caller, cookies, deps, fail } = call
    const { id } = caller.account
    const proved = mailboxOf(deps, cookies.mailbox, 'proved')
    await inTransaction(call, async (tx) => {
      const now = deps.clock.now()
      const account = await accountsIn(tx).lock(id, now)
      if (account?.verifiedAt !== undefined) throw fail('already_verified')
      if (account === undefined || account.email !== proved) throw fail('code_invalid')
      await accountsIn(tx).setVerified(id, now)
      await codesIn(tx).endAllOf(id, now, 'email-verification')
      await tx.record('email.verified', { actorId: id, targetUserId: id, sessionId: caller.session.id })
    })
    return new Answer({ message: 'Your address is confirmed.' }, { mailbox: 'end' })
  },
})
