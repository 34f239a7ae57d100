import { sendCode } from '../../../gate/codes/send-code.ts'
import { endpoint } from '../../../gate/deps.ts'
import { Message } from '../../../gate/views/message.ts'

/** The mailbox, not the session alone, decides who may give an account its first password. */
export const requestSetPassword = endpoint({
  route: 'POST /auth/set-password/request',
  summary: 'Mail a code that sets a first password',
  auth: 'session',
  limit: 'redeem',
  reply: Message,
  errors: ['already_set', 'email_failed'],

  async handle(call) {
    const { caller, deps, fail } = call
    const { account } = caller
    const { store } = deps
    if (account.passwordHash !== undefined) {
      await store.settle(account.id) // it tells of a password that was perhaps set a moment ago
      throw fail('already_set')
    }
    const sent = await sendCode(call, 'set-password', account, { keepsLive: false })
    if (sent.outcome === 'failed') throw fail('email_failed')
    return { message: 'We have sent you a code.' }
  },
})
