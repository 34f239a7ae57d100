import { sendCode } from '../../../gate/codes/send-code.ts'
import { endpoint } from '../../../gate/deps.ts'
import { hasPassword } from '../../../gate/passwords/has-passwords.ts'
import { Message } from '../../../gate/views/fields.ts'

/** For accounts without a password to confirm the deletion with. */
export const requestDeletion = endpoint({
  route: 'POST /auth/account/delete/request',
  summary: 'Mail a code that confirms the deletion of the account',
  auth: 'session',
  limit: 'redeem',
  reply: Message,
  errors: ['password_account', 'email_failed'],

  async handle(call) {
    const { account } = call.caller
    if (hasPassword(call.deps.config, account)) throw call.fail('password_account')
    const { outcome } = await sendCode(call, 'account-deletion', account, { keepsLive: false })
    if (outcome === 'failed') throw call.fail('email_failed')
    return { message: 'We have sent you a code.' }
  },
})
