import { Type } from 'typebox'
import { DATA_REFUSALS } from '../../../gate/data/changes.ts'
import { signUpData } from '../../../gate/data/schemas.ts'
import { type Context, endpoint } from '../../../gate/deps.ts'
import { REGISTRATION_REFUSALS } from '../../../gate/registration-hook/registration-hook.ts'
import { inTransaction } from '../../../gate/transaction.ts'
import { answerSignIn, Gated, SessionResult } from '../../../gate/views/entry-view.ts'
import { mailedCodeField } from '../../../gate/views/input-fields.ts'
import { isHashOf } from '../../../platform/kernel/codes.ts'
import { Answer } from '../../../platform/kernel/endpoint.ts'
import { reserveCode } from '../steps/guess-limit.ts'
import { redeemSignInCode } from '../steps/redeem-sign-in-code.ts'
import { waitingCode } from '../steps/waiting-code.ts'
import { hashOfSignInCode, readAsked } from '../steps/write-code.ts'
import { type SignInCode, signInCodesIn } from '../tables/sign-in-codes.ts'

/**
 * A guess is counted and committed before it is compared, and given back where it was right. A browser that did not ask is told nothing,
 * whatever it has read in the mail.
 */
export const verifySignInCode = endpoint({
  route: 'POST /auth/code/verify',
  summary: 'Sign in with a mailed code, in the browser that asked for it',
  auth: 'none',
  limit: 'redeem',
  partOf: 'registration.emailSignIn',
  body: Type.Object({ code: mailedCodeField, data: signUpData }),
  reply: Type.Union([SessionResult, Gated]),
  errors: [
    ...(['code_invalid', 'code_expired', 'user_banned', 'forbidden', 'email_not_allowed', 'email_already_exists'] as const),
    ...DATA_REFUSALS,
    ...REGISTRATION_REFUSALS,
  ],

  async handle(call) {
    const { body, cookies, deps, fail } = call
    const code = await waitingCode(deps, cookies)
    const asked = code && readAsked(deps, code)
    if (!code || !asked) throw fail('code_invalid')
    if (code.usedAt === undefined && code.expiresAt <= deps.clock.now()) throw fail('code_expired')
    const { bucket, hasRoom } = await reserveCode(call, { email: asked.email, accountId: code.accountId })
    const isCounted = await signInCodesIn(deps.store).guess(code.id, deps.clock.now())
    const isRight = isHashOf(hashOfSignInCode(deps, body.code, { ...code, email: asked.email }), code.hash)
    if (!isCounted || !hasRoom || !isRight) {
      await noteWrong(call, code)
      throw fail('code_invalid')
    }
    const outcome = await redeemSignInCode(call, code, { asked, bucket })
    if (outcome.kind === 'verification') throw new Error('a proved mailbox owes no verification')
    const answer = answerSignIn(outcome)
    return new Answer(answer.body, { ...answer.cookies, signInCode: 'end' })
  },
})

/** The same of a code that was asked for with a proof of work; the page runs it, and it is no route. */
export const provedVerification = endpoint({ ...verifySignInCode, limit: 'proved' })

const noteWrong = (call: Context, { accountId }: SignInCode): Promise<string> =>
  inTransaction(call, (tx) =>
    tx.record('login.failed', { isSuccess: false, targetUserId: accountId, metadata: { method: 'mailbox' } }),
  )
