import { Type } from 'typebox'
import { actorOf, mayAppoint } from '../../core/access/actor.ts'
import { endpoint } from '../../core/deps.ts'
import { overruleEmail } from '../../core/lifecycle/overrule-email.ts'
import { Message } from '../../core/views/message.ts'
import { canonicalEmail } from '../../kernel/email-address.ts'
import { findUser } from './find-user.ts'

/**
 * For an owner who has lost the mailbox. The new one has yet to be proved, and the old one can take it back, unless a thief has that.
 */
export const changeUserEmail = endpoint({
  route: 'PATCH /admin/users/{id}/email',
  params: { id: 'The account.' },
  summary: 'Change the email address of an account',
  auth: 'admin',
  scope: 'users:write',
  limit: 'general',
  body: Type.Object({
    email: Type.String(),
    revertible: Type.Optional(
      Type.Boolean({ description: 'Whether a link in the old mailbox takes the change back. Never for a banned account.' }),
    ),
  }),
  reply: Message,
  errors: ['invalid_email', 'user_not_found', 'email_already_exists', 'insufficient_scope'],

  async handle(call) {
    const { body, params, caller, deps, fail } = call
    const email = canonicalEmail(body.email)
    if (email === undefined) throw fail('invalid_email')
    await deps.store.transaction(async (tx) => {
      const now = deps.clock.now()
      const known = await findUser(tx, params.id)
      const account = known && (await tx.accounts.hold(known.id, now))
      if (!account) throw fail('user_not_found')
      // Otherwise a key could mail itself the password of an administrator.
      if (account.role === 'admin' && !mayAppoint(caller)) throw fail('insufficient_scope')
      const isOwn = email === account.email
      if (isOwn || (await tx.accountAddresses.isTaken(email, now, account.id))) throw fail('email_already_exists')
      const isRevertible = body.revertible !== false && account.bannedAt === undefined
      await overruleEmail(tx, call, account, email, { actorId: actorOf(caller), isRevertible })
    })
    return { message: 'The email address was changed. A code to confirm it is on its way.' }
  },
})
