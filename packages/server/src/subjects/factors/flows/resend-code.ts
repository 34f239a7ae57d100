import { Type } from 'typebox'
import { accountsIn } from '../../../gate/accounts/tables/accounts.ts'
import { endpoint } from '../../../gate/deps.ts'
import { type ChallengeCode, renewCode } from '../../../gate/factors/email-factor.ts'
import { methodsAfter } from '../../../gate/factors/methods.ts'
import { sendChallenge } from '../../../gate/factors/send-challenge.ts'
import { challengeBindingsIn } from '../../../gate/factors/tables/challenge-bindings.ts'
import { challengeCodesIn } from '../../../gate/factors/tables/challenge-codes.ts'
import { challengesIn } from '../../../gate/factors/tables/challenges.ts'
import { inTransaction } from '../../../gate/transaction.ts'
import { messageField, textField } from '../../../gate/views/fields.ts'
import { challengeField, codeSentFields } from '../../../gate/views/input-fields.ts'
import { timestamp } from '../../../platform/kernel/clock.ts'
import { errors } from '../../../platform/kernel/errors.ts'
import { hashToken } from '../../../platform/kernel/tokens.ts'
import { findBoundChallenge } from '../steps/find-bound-challenge.ts'

const Sent = Type.Object({ ...codeSentFields, challengeId: textField('The same as before.') })
const NotFound = Type.Object({
  error: Type.Literal('challenge_not_found', { description: 'It is not known, or not of this browser.' }),
  message: messageField,
})

/**
 * The challenge keeps its row, and with it every count: three resends, and five guesses over all codes. While one code is being
 * sent, other callers wait for that code.
 */
export const resendCode = endpoint({
  route: 'POST /auth/2fa/resend',
  summary: 'Mail a fresh two-factor code',
  auth: 'none',
  limit: 'redeem',
  body: Type.Object({ challengeId: challengeField }),
  reply: Type.Union([Sent, NotFound]),
  errors: ['two_factor_code_expired', 'email_failed'],

  async handle(call) {
    const { body, cookies, deps, fail } = call
    const challenge = await findBoundChallenge(deps, body.challengeId, cookies.binding)
    if (!challenge) return { error: 'challenge_not_found' as const, message: errors.challenge_not_found[1] }
    const { id, accountId } = challenge

    const code = await inTransaction(call, async (tx): Promise<ChallengeCode> => {
      const now = deps.clock.now()
      const account = await accountsIn(tx).lock(accountId, now)
      const current = await challengeCodesIn(tx).find(id)
      const entry = await challengeBindingsIn(tx).entryOf(id, hashToken(cookies.binding ?? ''))
      const isStale = account?.credentialVersion !== current?.credentialVersion
      // Where a stronger factor is asked for, a mailed code must not be a way round it.
      if (account && !(await methodsAfter(tx, deps, account, entry)).includes('email')) throw fail('two_factor_code_expired')
      if (!account || !current || isStale || account.bannedAt !== undefined) throw fail('two_factor_code_expired')
      if (current.mailPendingUntil > now) return { id, accountId, expiresAt: current.expiresAt, mail: { kind: 'on-its-way' } }
      const renewed = await renewCode(tx, account, current, true)
      if (!renewed) throw fail('two_factor_code_expired')
      return renewed
    })
    const sent = await sendChallenge(call, code)
    // A failed mail leaves the challenge in place; a change of credentials removes it.
    if (!sent) throw fail((await challengesIn(deps.store).find(id)) ? 'email_failed' : 'two_factor_code_expired')
    const codeSent = sent.mail.kind === 'to-send'
    return { codeSent, expiresAt: timestamp(sent.expiresAt), challengeId: id, message: 'We have sent you a code.' }
  },
})
