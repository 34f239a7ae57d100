import { Type } from 'typebox'
import { actorOf } from '../../../gate/access/actor.ts'
import { lockUser } from '../../../gate/access/lock-user.ts'
import { accountAddressesIn } from '../../../gate/accounts/tables/account-addresses.ts'
import { endpoint } from '../../../gate/deps.ts'
import { inTransaction } from '../../../gate/transaction.ts'
import { Message } from '../../../gate/views/fields.ts'
import { addressField } from '../../../gate/views/input-fields.ts'
import { canonicalEmail } from '../../../platform/kernel/email-address.ts'
import { overruleEmail } from '../../email-change/index.ts'

/** For an owner who has lost the mailbox. The old mailbox can revert the change, unless a thief may have that mailbox. */
export const changeUserEmail = endpoint({
  route: 'PATCH /admin/users/{id}/email',
  params: { id: 'The account.' },
  summary: 'Change the email address of an account',
  auth: 'admin',
  scope: 'users:write',
  wantsStepUp: true,
  limit: 'general',
  body: Type.Object({
    email: addressField,
    revertible: Type.Optional(
      Type.Boolean({
        description:
          'Whether a link in the old mailbox takes the change back. Never for a banned account. Where it cannot, the password is void and providers that do not vouch for the new address are unlinked.',
      }),
    ),
  }),
  reply: Message,
  errors: ['invalid_email', 'user_not_found', 'email_already_exists', 'insufficient_scope'],

  async handle(call) {
    const { body, caller, deps, fail } = call
    const email = canonicalEmail(body.email)
    if (email === undefined) throw fail('invalid_email')
    await inTransaction(call, async (tx) => {
      const account = await lockUser(tx)
      const isTaken = await accountAddressesIn(tx).isTaken(email, deps.clock.now(), account.id)
      if (isTaken || email === account.email) throw fail('email_already_exists')
      const isRevertible = body.revertible !== false && account.bannedAt === undefined
      await overruleEmail(tx, account, email, { actorId: actorOf(caller), isRevertible })
    })
    return { message: 'The email address was changed. A code to confirm it is on its way.' }
  },
})
