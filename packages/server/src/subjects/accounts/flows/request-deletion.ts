import { sendCode } from '../../../gate/codes/send-code.ts'
import { endpoint } from '../../../gate/deps.ts'
import { Message } from '../../../gate/views/message.ts'

/** For accounts that have no password to confirm with. */
export const requestDeletion = endpoint({
  route: 'POST /auth/account/delete/request',
  summary: 'Mail a code that confirms the deletion of the account',
  auth: 'session',
  limit: 'redeem',
  reply: Message,
  errors: ['password_account', 'email_failed'],

  async handle(call) {
    const { caller, fail } = call
    const { account } = caller
    if (account.passwordHash !== undefined) throw fail('password_account')
    const sent = await sendCode(call, 'account-deletion', account, { keepsLive: false })
    if (sent.outcome === 'failed') throw fail('email_failed')
    return { message: 'We have sent you a code.' }
  },
})
