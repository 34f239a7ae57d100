import { Type } from 'typebox'
import { admit } from '../../core/admit.ts'
import { record } from '../../core/audit.ts'
import { endpoint } from '../../core/deps.ts'
import { SessionResult, sessionView, userView } from '../../core/views.ts'
import { displayName } from '../../kernel/display-name.ts'
import { canonicalEmail } from '../../kernel/email-address.ts'
import { Answer } from '../../kernel/endpoint.ts'
import { newId } from '../../kernel/ids.ts'

/**
 * Creates an account and signs it in.
 *
 * Account, session and audit rows are one transaction, and the unique address decides who wins a race for it:
 * there is no account without its trail, and no second account for one address.
 */
export const register = endpoint({
  route: 'POST /auth/register',
  summary: 'Create an account with email and password',
  auth: 'none',
  limit: 'credentials',
  body: Type.Object({ email: Type.String(), password: Type.String(), name: Type.String() }),
  reply: SessionResult,
  status: 201,
  errors: [
    'method_disabled',
    'forbidden',
    'invalid_email',
    'weak_password',
    'name_required',
    'email_already_exists',
    'overloaded',
  ],

  async handle({ body, client, deps, fail }) {
    const { config, store, passwords, clock } = deps
    if (!config.registration.enableEmailPassword) throw fail('method_disabled')
    if (!config.registration.allowPublic) throw fail('forbidden', { message: 'Registration is by invite only.' })
    const email = canonicalEmail(body.email)
    if (email === undefined) throw fail('invalid_email')
    const weakness = passwords.weakness(body.password)
    if (weakness !== undefined) throw fail('weak_password', { message: weakness })
    const name = displayName(body.name)
    if (name === undefined) throw fail('name_required')
    if (await store.accounts.findByEmail(email)) throw fail('email_already_exists')

    const passwordHash = await passwords.hash(body.password) // slow on purpose, so never inside the transaction
    const now = clock.now()

    const admission = await store.transaction(async (tx) => {
      const account = await tx.accounts.add({
        id: newId(now),
        email,
        name,
        role: 'user',
        passwordHash,
        verifiedAt: undefined,
        createdAt: now,
      })
      if (!account) throw fail('email_already_exists')
      await record(tx, { deps, client }, 'user.registered', { actorId: account.id, targetUserId: account.id })
      return admit(
        tx,
        { deps, client },
        { accountId: account.id, credentialVersion: account.credentialVersion, proof: 'password' },
      )
    })
    if (admission.kind !== 'admitted') throw new Error(`a fresh account was not admitted: ${admission.kind}`)
    const { account, issued } = admission
    return new Answer({ user: userView(account), session: sessionView(issued.session) }, { session: issued.cookies })
  },
})
