import { Type } from 'typebox'
import { sendCode } from '../../../gate/codes/send-code.ts'
import { endpoint } from '../../../gate/deps.ts'
import { stepUpMethodsOf } from '../../../gate/factors/step-up.ts'
import { ReturnTo } from '../../../gate/views/fields.ts'
import { codeSentFields } from '../../../gate/views/input-fields.ts'
import { timestamp } from '../../../platform/kernel/clock.ts'

/** Only for accounts that have no stronger proof than their mailbox. The code works only in the session that asked for it. */
export const sendStepUpCode = endpoint({
  route: 'POST /auth/step-up/send',
  summary: 'Mail a code that proves again who is using this session',
  auth: 'session',
  limit: 'redeem',
  body: Type.Object({ returnTo: ReturnTo }),
  reply: Type.Object(codeSentFields),
  errors: ['step_up_method', 'email_failed'],

  async handle(call) {
    const { body, caller, deps, fail } = call
    const { account, session } = caller
    if (!(await stepUpMethodsOf(deps.store, deps, caller)).includes('email')) throw fail('step_up_method')
    const sent = await sendCode(call, 'step-up', account, { keepsLive: true, sessionId: session.id, returnTo: body.returnTo })
    if (sent.outcome === 'failed') throw fail('email_failed')
    const codeSent = sent.outcome === 'sent'
    const message = codeSent ? 'We have sent you a code.' : 'The code we have sent you is still valid.'
    return { codeSent, expiresAt: timestamp(sent.expiresAt), message }
  },
})
