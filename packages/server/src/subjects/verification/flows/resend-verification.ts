import { Type } from 'typebox'
import { sendCode } from '../../../gate/codes/send-code.ts'
import { endpoint } from '../../../gate/deps.ts'
import { timestamp } from '../../../platform/kernel/clock.ts'

/** For a caller who is signed in. A code that still works is left in place, so that the mail on its way stays good. */
export const resendVerification = endpoint({
  route: 'POST /auth/resend-verification',
  summary: 'Mail a verification code to the signed-in account',
  auth: 'session',
  limit: 'redeem',
  reply: Type.Object({ codeSent: Type.Boolean(), expiresAt: Type.String({ format: 'date-time' }), message: Type.String() }),
  errors: ['already_verified', 'email_failed'],

  async handle(call) {
    const { caller, deps, fail } = call
    const { account } = caller
    const { store } = deps
    if (account.verifiedAt !== undefined) {
      await store.settle(account.id) // it tells of a proof that was perhaps a moment ago
      throw fail('already_verified')
    }
    const sent = await sendCode(call, 'email-verification', account, {
      keepsLive: true,
      audit: 'email.verification.sent',
    })
    if (sent.outcome === 'failed') throw fail('email_failed')
    const codeSent = sent.outcome === 'sent'
    const message = codeSent ? 'We have sent you a code.' : 'The code we have sent you is still valid.'
    return { codeSent, expiresAt: timestamp(sent.expiresAt), message }
  },
})
