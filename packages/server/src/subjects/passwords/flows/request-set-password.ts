import { sendCode } from '../../../gate/codes/send-code.ts'
import { endpoint } from '../../../gate/deps.ts'
import { PASSWORDS } from '../../../gate/passwords/has-passwords.ts'
import { Message } from '../../../gate/views/fields.ts'

/** A session alone may not give an account its first password: the mailbox has to agree. */
export const requestSetPassword = endpoint({
  route: 'POST /auth/set-password/request',
  summary: 'Mail a code that sets a first password',
  auth: 'session',
  limit: 'redeem',
  partOf: PASSWORDS,
  reply: Message,
  errors: ['already_set', 'email_failed'],

  async handle(call) {
    const { account } = call.caller
    if (account.passwordHash !== undefined) {
      await call.deps.store.settle(account.id) // other processes must have heard of the password before this answer tells of it
      throw call.fail('already_set')
    }
    const { outcome } = await sendCode(call, 'set-password', account, { keepsLive: false })
    if (outcome === 'failed') throw call.fail('email_failed')
    return { message: 'We have sent you a code.' }
  },
})
