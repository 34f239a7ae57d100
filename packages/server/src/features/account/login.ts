import { Type } from 'typebox'
import { admit } from '../../core/admit.ts'
import { record } from '../../core/audit.ts'
import { endpoint } from '../../core/deps.ts'
import { pendingView, SessionResult, sessionResult, VerificationPending } from '../../core/views.ts'
import { canonicalEmail } from '../../kernel/email-address.ts'
import { Answer } from '../../kernel/endpoint.ts'

/**
 * Turns an address and a password into a session, or into the reason why there is none yet.
 *
 * Wrong password, unknown address and passwordless account take the same path: one query, one hash of the current
 * cost, one audit row, one answer. A ban is only told to whoever knows the password.
 */
export const login = endpoint({
  route: 'POST /auth/login',
  summary: 'Sign in with email and password',
  auth: 'none',
  limit: 'credentials',
  body: Type.Object({ email: Type.String(), password: Type.String() }),
  reply: Type.Union([SessionResult, VerificationPending]),
  errors: ['invalid_credentials', 'user_banned', 'overloaded'],

  async handle({ body, client, deps, fail }) {
    const { store, passwords } = deps
    const context = { deps, client }
    const known = await store.accounts.findByEmail(canonicalEmail(body.email) ?? '')
    const isRight = await passwords.verify(body.password, known?.passwordHash)
    if (!known?.passwordHash || !isRight) {
      await record(store, context, 'login.failed', { isSuccess: false, targetUserId: known?.id })
      throw fail('invalid_credentials')
    }
    const rehash = passwords.isOutdated(known.passwordHash) ? await passwords.hash(body.password) : undefined

    const admission = await store.transaction(async (tx) => {
      const result = await admit(tx, context, {
        accountId: known.id,
        credentialVersion: known.credentialVersion,
        proof: 'password',
      })
      if (result.kind === 'admitted') {
        if (rehash !== undefined) await tx.accounts.setRehash(known.id, rehash)
        await record(tx, context, 'login.success', {
          actorId: known.id,
          targetUserId: known.id,
          sessionId: result.issued.session.id,
        })
      } else {
        await record(tx, context, 'login.failed', { isSuccess: false, targetUserId: known.id, metadata: { reason: result.kind } })
      }
      return result
    })
    if (admission.kind === 'banned') throw fail('user_banned')
    if (admission.kind === 'owes-verification') return pendingView(admission.account)
    if (admission.kind !== 'admitted') throw fail('invalid_credentials')
    return new Answer(sessionResult(admission), { session: admission.issued.cookies })
  },
})
