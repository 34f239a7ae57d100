import { Type } from 'typebox'
import { sendCode } from '../../../gate/codes/send-code.ts'
import { endpoint } from '../../../gate/deps.ts'
import { codeSentFields } from '../../../gate/views/input-fields.ts'
import { timestamp } from '../../../platform/kernel/clock.ts'

/** A code that still works is kept, so that a mail that is on its way stays good. */
export const resendVerification = endpoint({
  route: 'POST /auth/resend-verification',
  summary: 'Mail a verification code to the signed-in account',
  auth: 'session',
  limit: 'redeem',
  reply: Type.Object(codeSentFields),
  errors: ['already_verified', 'email_failed'],

  async handle(call) {
    const { account } = call.caller
    if (account.verifiedAt !== undefined) {
      await call.deps.store.settle(account.id) // other processes must have heard of the proof before this answer tells of it
      throw call.fail('already_verified')
    }
    const sent = await sendCode(call, 'email-verification', account, { keepsLive: true, audit: 'email.verification.sent' })
    if (sent.outcome === 'failed') throw call.fail('email_failed')
    const codeSent = sent.outcome === 'sent'
    const message = codeSent ? 'We have sent you a code.' : 'The code we have sent you is still valid.'
    return { codeSent, expiresAt: timestamp(sent.expiresAt), message }
  },
})
