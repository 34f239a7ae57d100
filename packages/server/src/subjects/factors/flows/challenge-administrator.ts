import { sendOwedMail } from '../../../gate/access/owed-mail.ts'
import { endpoint } from '../../../gate/deps.ts'
import { openChallenge } from '../../../gate/factors/challenge.ts'
import { methodsAfter } from '../../../gate/factors/methods.ts'
import { lockUnchanged } from '../../../gate/passwords/confirm-password.ts'
import { sessionsIn } from '../../../gate/sessions/tables/sessions.ts'
import { inTransaction } from '../../../gate/transaction.ts'
import { answerSignIn, Gated } from '../../../gate/views/entry-view.ts'

/**
 * The session stands for the password, so that an administrator who is signed in types no password again. The challenge is that of
 * their sign-in, and is completed at `POST /auth/2fa/verify` by the same browser while the session lives: a new session, which has
 * passed the second factor, takes the place of this one.
 */
export const challengeAdministrator = endpoint({
  route: 'POST /auth/admin/challenge',
  summary: 'Ask a signed-in administrator for the second factor that the session lacks',
  auth: 'session',
  limit: 'redeem',
  reply: Gated,
  errors: ['forbidden', 'two_factor_not_enabled', 'session_expired', 'email_failed'],

  async handle(call) {
    const { caller, deps, fail } = call
    if (caller.account.role !== 'admin') throw fail('forbidden')
    const opened = await inTransaction(call, async (tx) => {
      const account = await lockUnchanged(tx)
      if (account?.role !== 'admin') throw fail('session_expired')
      const { id: sessionId } = caller.session
      const entry = { signIn: await sessionsIn(tx).beganBy(sessionId), sessionId }
      if ((await methodsAfter(tx, deps, account, entry)).length === 0) throw fail('two_factor_not_enabled')
      return { account, challenge: await openChallenge(tx, account, entry) }
    })
    const outcome = await sendOwedMail(call, { kind: 'second-factor', ...opened })
    if (outcome.kind === 'second-factor') return answerSignIn(outcome)
    throw fail(outcome.kind === 'refused' && outcome.reason === 'mail-failed' ? 'email_failed' : 'session_expired')
  },
})
