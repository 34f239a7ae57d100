import { Type } from 'typebox'
import { record } from '../../core/audit.ts'
import { deliverCode, isAcceptedInTime, mintCode } from '../../core/challenge.ts'
import { endpoint } from '../../core/deps.ts'
import { findBound } from '../../core/find-bound.ts'
import { limitMails } from '../../core/mail-limit.ts'
import { timestamp } from '../../kernel/clock.ts'
import { errors } from '../../kernel/errors.ts'

const Sent = Type.Object({
  codeSent: Type.Boolean(),
  expiresAt: Type.String({ format: 'date-time' }),
  challengeId: Type.String(),
  message: Type.String(),
})
const NotFound = Type.Object({ error: Type.Literal('challenge_not_found'), message: Type.String() })

/**
 * Puts a fresh code on a challenge and mails it. The row stays the same one, and with it every count: three resends,
 * five guesses over all codes. While one code is on its way, others who ask wait for that one.
 */
export const resendCode = endpoint({
  route: 'POST /auth/2fa/resend',
  summary: 'Mail a fresh two-factor code',
  auth: 'none',
  limit: 'redeem',
  body: Type.Object({ challengeId: Type.String() }),
  reply: Type.Union([Sent, NotFound]),
  errors: ['two_factor_code_expired', 'email_failed'],

  async handle({ body, cookies, client, deps, fail }) {
    const { store, clock } = deps
    const challenge = await findBound(deps, body.challengeId, cookies.binding)
    if (!challenge) return { error: 'challenge_not_found' as const, message: errors.challenge_not_found[1] }

    const step = await store.transaction(async (tx) => {
      const now = clock.now()
      const account = await tx.accounts.hold(challenge.accountId, now)
      const current = await tx.challenges.find(challenge.id)
      const isStale = account?.credentialVersion !== current?.credentialVersion
      if (!account || !current || isStale || account.bannedAt !== undefined) throw fail('two_factor_code_expired')
      if (current.mailPendingUntil > now) return { expiresAt: current.expiresAt, mailId: undefined }
      const { minted, mail } = mintCode(deps, challenge.id, account)
      if (!(await tx.challenges.remint(challenge.id, minted, true, now))) throw fail('two_factor_code_expired')
      const counts = await limitMails(tx, deps, 'two-factor', account.email)
      const sent = await record(tx, { deps, client }, '2fa.code.sent', { targetUserId: account.id })
      await tx.outbox.add({ ...mail, traces: { counts, events: [sent] } })
      return { expiresAt: minted.expiresAt, mailId: mail.id }
    })
    const codeSent = step.mailId !== undefined
    const isAccepted = codeSent
      ? await deliverCode(deps, challenge, { id: step.mailId, isFirst: false })
      : await isAcceptedInTime(deps, challenge.id)
    // Its row outlives a mail that failed; without one, it was ended meanwhile by a change of credentials.
    if (!isAccepted) throw fail((await store.challenges.find(challenge.id)) ? 'email_failed' : 'two_factor_code_expired')
    return { codeSent, expiresAt: timestamp(step.expiresAt), challengeId: challenge.id, message: 'We have sent you a code.' }
  },
})
