import { canonicalEmail } from '../kernel/email-address.ts'
import type { Account } from '../store/tables/accounts.ts'
import { admit } from './admit.ts'
import { record } from './audit.ts'
import { type OpenedChallenge, openChallenge, sendChallenge } from './challenge.ts'
import type { Context } from './deps.ts'
import type { IssuedSession } from './issue-session.ts'

interface Credentials {
  readonly email: string
  readonly password: string
}

type SignIn =
  | { readonly kind: 'session'; readonly account: Account; readonly issued: IssuedSession }
  | { readonly kind: 'verification-pending'; readonly account: Account }
  | { readonly kind: 'gated'; readonly account: Account; readonly challenge: OpenedChallenge }
  | { readonly kind: 'refused'; readonly code: 'invalid_credentials' | 'user_banned' | 'email_failed' }

const refused = (code: 'invalid_credentials' | 'user_banned' | 'email_failed'): SignIn => ({ kind: 'refused', code })

/**
 * Turns an address and a password into a session, or into the reason why there is none yet.
 *
 * Wrong password, unknown address and passwordless account take the same path: one query, one hash of the current
 * cost, one audit row, one answer; so does, at the administrators' door, an account that is none. A ban is only told
 * to whoever knows the password.
 */
export async function signIn(context: Context, { email, password }: Credentials, door: 'login' | 'admin.login'): Promise<SignIn> {
  const { store, passwords } = context.deps
  const known = await store.accounts.findByEmail(canonicalEmail(email) ?? '')
  const isRight = await passwords.verify(password, known?.passwordHash)
  const isAtTheRightDoor = door === 'login' || known?.role === 'admin'
  if (!known?.passwordHash || !isRight || !isAtTheRightDoor) {
    await record(store, context, `${door}.failed`, { isSuccess: false, targetUserId: known?.id })
    return refused('invalid_credentials')
  }
  const rehash = passwords.isOutdated(known.passwordHash) ? await passwords.hash(password) : undefined
  const { id, credentialVersion } = known

  const outcome = await store.transaction(async (tx): Promise<SignIn> => {
    const proof = door === 'login' ? 'password' : 'admin-password'
    const admission = await admit(tx, context, { accountId: id, credentialVersion, proof })
    if (rehash !== undefined && admission.kind !== 'stale') await tx.accounts.setRehash(id, rehash)
    if (admission.kind === 'admitted') {
      await record(tx, context, `${door}.success`, { actorId: id, targetUserId: id, sessionId: admission.issued.session.id })
      return { kind: 'session', account: admission.account, issued: admission.issued }
    }
    if (admission.kind === 'owes-second-factor') {
      return { kind: 'gated', account: admission.account, challenge: await openChallenge(tx, context, admission.account) }
    }
    await record(tx, context, `${door}.failed`, { isSuccess: false, targetUserId: id, metadata: { reason: admission.kind } })
    if (admission.kind === 'owes-verification') return { kind: 'verification-pending', account: admission.account }
    return refused(admission.kind === 'banned' ? 'user_banned' : 'invalid_credentials')
  })
  if (outcome.kind === 'gated' && !(await sendChallenge(context, outcome.challenge))) return refused('email_failed')
  return outcome
}
