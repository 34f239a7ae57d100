import { actorOf } from '../../../gate/access/actor.ts'
import { lockUser } from '../../../gate/access/lock-user.ts'
import { sendCode } from '../../../gate/codes/send-code.ts'
import { endpoint } from '../../../gate/deps.ts'
import { PASSWORDS } from '../../../gate/passwords/has-passwords.ts'
import { inTransaction, type Transaction } from '../../../gate/transaction.ts'
import { Message } from '../../../gate/views/fields.ts'
import { resetFactors } from '../../factors/index.ts'
import { findUser } from './get-user.ts'

/** The link goes to the mailbox of the account and is never shown to an administrator. */
export const sendUserReset = endpoint({
  route: 'POST /admin/users/{id}/reset-password',
  params: { id: 'The account.' },
  summary: 'Mail the owner of an account a link to choose a new password',
  auth: 'admin',
  scope: 'users:write',
  limit: 'general',
  partOf: PASSWORDS,
  reply: Message,
  errors: ['user_not_found', 'insufficient_scope', 'user_banned', 'email_failed'],

  async handle(call) {
    const { params, caller, deps, fail } = call
    const account = await findUser(deps.store, params.id)
    if (!account) throw fail('user_not_found')
    const lock = async (tx: Transaction<typeof call>): Promise<void> => {
      if ((await lockUser(tx)).bannedAt !== undefined) throw fail('user_banned')
    }
    const options = { keepsLive: false, audit: 'admin.user.reset_sent', actorId: actorOf(caller), lock } as const
    const sent = await sendCode(call, 'password-reset', account, options)
    if (sent.outcome === 'failed') throw fail('email_failed')
    return { message: 'A link to choose a new password is on its way.' }
  },
})

export const resetUserFactors = endpoint({
  route: 'DELETE /admin/users/{id}/factors',
  params: { id: 'The account.' },
  summary: 'Remove every second factor, passkey, trusted browser and session of an account',
  auth: 'admin',
  scope: 'users:write',
  wantsStepUp: true,
  limit: 'general',
  reply: Message,
  errors: ['user_not_found', 'insufficient_scope', 'last_admin'],

  async handle(call) {
    const { caller, fail } = call
    await inTransaction(call, async (tx) => {
      const refusal = await resetFactors(tx, await lockUser(tx), actorOf(caller))
      if (refusal) throw fail(refusal)
    })
    return { message: 'Every second factor and passkey was removed.' }
  },
})
