import { Type } from 'typebox'
import { admitNewcomer, sendNewcomerMail } from '../../core/admit-newcomer.ts'
import { record } from '../../core/audit.ts'
import { endpoint } from '../../core/deps.ts'
import { readNewcomer } from '../../core/newcomer.ts'
import { Gated, gatedAnswer, pendingView, SessionResult, sessionResult, VerificationPending } from '../../core/views.ts'
import { Answer } from '../../kernel/endpoint.ts'
import { newId } from '../../kernel/ids.ts'

/**
 * Creates an account and signs it in, or mails it a code first.
 *
 * Account, session or code, and audit rows are one transaction, and the unique address decides who wins a race for
 * it. When the mail is not accepted the account goes again, so that a retry works.
 */
export const register = endpoint({
  route: 'POST /auth/register',
  summary: 'Create an account with email and password',
  auth: 'none',
  limit: 'credentials',
  body: Type.Object({ email: Type.String(), password: Type.String(), name: Type.String() }),
  reply: Type.Union([SessionResult, VerificationPending, Gated]),
  status: 201,
  errors: [
    'method_disabled',
    'forbidden',
    'invalid_email',
    'weak_password',
    'name_required',
    'email_already_exists',
    'email_failed',
    'overloaded',
  ],

  async handle({ body, client, deps, fail }) {
    const { config, store, passwords, clock } = deps
    const context = { deps, client }
    if (!config.registration.enableEmailPassword) throw fail('method_disabled')
    if (!config.registration.allowPublic) throw fail('forbidden', { message: 'Registration is by invite only.' })
    const newcomer = readNewcomer(deps, body)
    if ('refusal' in newcomer) throw fail(newcomer.refusal, newcomer)
    const { email, name } = newcomer
    if (await store.accounts.findByEmail(email)) throw fail('email_already_exists')

    const passwordHash = await passwords.hash(body.password) // slow on purpose, so never inside the transaction
    const createdAt = clock.now()
    const twoFactorEnabledAt = config.twoFactor.defaultEnabled ? createdAt : undefined

    const admission = await store.transaction(async (tx) => {
      const wanted = { id: newId(createdAt), email, name, role: 'user', passwordHash, verifiedAt: undefined } as const
      const account = await tx.accounts.add({ ...wanted, twoFactorEnabledAt, createdAt })
      if (!account) throw fail('email_already_exists')
      await record(tx, context, 'user.registered', { actorId: account.id, targetUserId: account.id })
      return admitNewcomer(tx, context, account)
    })
    if (!(await sendNewcomerMail(context, admission))) throw fail('email_failed')
    if (admission.kind === 'verification-pending') return pendingView(admission.account)
    if (admission.kind === 'gated') return gatedAnswer(admission)
    return new Answer(sessionResult(admission), { session: admission.issued.cookies })
  },
})
