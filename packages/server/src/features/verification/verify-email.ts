import { Type } from 'typebox'
import { admit } from '../../core/access/admit.ts'
import { firstProof } from '../../core/access/first-proof.ts'
import { record } from '../../core/audit/audit.ts'
import { hashOfCode } from '../../core/codes/code-mail.ts'
import { redeemCode } from '../../core/codes/redeem-code.ts'
import { endpoint } from '../../core/deps.ts'
import { openChallenge } from '../../core/factors/challenge.ts'
import { sendChallenge } from '../../core/factors/send-challenge.ts'
import { answerEntry, Gated, SessionResult } from '../../core/views/entry-view.ts'
import { Answer } from '../../kernel/endpoint.ts'
import { otherAccount } from './other-account.ts'

const REFUSALS = { unknown: 'code_invalid', used: 'code_already_used', expired: 'code_expired' } as const

/**
 * Verifies an address with a mailed code, and signs its owner in.
 *
 * Spending the code, marking the address and issuing the session are one transaction, through the same gate as a
 * sign-in, at which it proves a mailbox and nothing more; so is what the first proof of a mailbox removes. For a banned account it rolls back: nothing is issued, and the
 * code stays as it was.
 */
export const verifyEmail = endpoint({
  route: 'POST /auth/verify-email',
  summary: 'Verify an email address with a mailed code',
  auth: 'none',
  limit: 'redeem',
  body: Type.Object({
    code: Type.String(),
    keepOtherAccount: Type.Optional(Type.Boolean({ description: 'Refuse where this browser is signed in to another account.' })),
    leaving: Type.Optional(Type.String({ description: 'The address of the one other account that may be left all the same.' })),
  }),
  reply: Type.Union([SessionResult, Gated]),
  errors: ['code_invalid', 'code_already_used', 'code_expired', 'other_account', 'user_not_found', 'user_banned', 'email_failed'],

  async handle(call) {
    const { body, cookies, deps, fail } = call
    const hashes = hashOfCode(deps, 'email-verification', body.code)
    const choice = body.keepOtherAccount ? await otherAccount(call, cookies, hashes, body.leaving) : undefined
    if (choice) throw fail('other_account', { choice })

    const entry = await deps.store.transaction(async (tx) => {
      const now = deps.clock.now()
      const redeemed = await redeemCode(tx, deps, hashes)
      if (redeemed.state !== 'taken') throw fail(REFUSALS[redeemed.state])
      if (!redeemed.account) throw fail('user_not_found')
      const { id, credentialVersion } = redeemed.account
      const foreign = await firstProof(tx, call, redeemed.account, cookies)
      await tx.accounts.setVerified(id, now)
      await tx.codes.endAllOf(id, now, 'email-verification')
      const way = { method: 'mailbox' } as const
      const result = await admit(tx, call, { accountId: id, credentialVersion, proof: 'mailbox', way })
      if (result.kind === 'banned') throw fail('user_banned')
      const sessionId = result.kind === 'admitted' ? result.issued.session.id : undefined
      await record(tx, call, 'email.verified', { actorId: id, targetUserId: id, sessionId, metadata: { ...foreign } })
      if (result.kind === 'admitted') return { ...result, kind: 'session' } as const
      if (result.kind !== 'owes-second-factor') throw new Error(`a verified account was not admitted: ${result.kind}`)
      // The mailbox is proved, and is no way round an authenticator app or a passkey.
      const challenge = await openChallenge(tx, call, result.account, { way })
      return { kind: 'gated', account: result.account, challenge } as const
    })
    // Where an operator lets mailed codes stand beside stronger factors, one is on offer here as well, and leaves now.
    const challenge = entry.kind === 'gated' ? await sendChallenge(call, entry.challenge) : undefined
    if (entry.kind === 'gated' && !challenge) throw fail('email_failed')
    const { body: answer, cookies: changes } = answerEntry(entry.kind === 'gated' && challenge ? { ...entry, challenge } : entry)
    return new Answer(answer, { ...changes, ...(cookies.newcomer !== undefined && { newcomer: 'end' as const }) })
  },
})
