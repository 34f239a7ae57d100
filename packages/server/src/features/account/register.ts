import { Type } from 'typebox'
import { addNewcomer } from '../../core/access/add-newcomer.ts'
import { admitNewcomer, sendNewcomerMail } from '../../core/access/admit-newcomer.ts'
import { readNewcomer } from '../../core/access/newcomer.ts'
import { endpoint } from '../../core/deps.ts'
import type { Undo } from '../../core/mails/own-mail.ts'
import {
  Gated,
  gatedAnswer,
  pendingView,
  SessionResult,
  sessionResult,
  VerificationPending,
} from '../../core/views/entry-view.ts'
import { Answer } from '../../kernel/endpoint.ts'

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
    const { config, store, passwords } = deps
    const context = { deps, client }
    if (!config.registration.enableEmailPassword) throw fail('method_disabled')
    if (!config.registration.allowPublic) throw fail('forbidden', { message: 'Registration is by invite only.' })
    const newcomer = readNewcomer(deps, body)
    if ('refusal' in newcomer) throw fail(newcomer.refusal, newcomer)
    if (await store.accounts.findByEmail(newcomer.email)) throw fail('email_already_exists')

    const passwordHash = await passwords.hash(body.password, client) // slow on purpose, so never inside the transaction

    const admitted = await store.transaction(async (tx) => {
      const arrival = await addNewcomer(tx, context, { ...newcomer, passwordHash, isVerified: false })
      if (!arrival) throw fail('email_already_exists')
      return admitNewcomer(tx, context, arrival, { method: 'password' })
    })
    const undo: Undo = (tx) => tx.accounts.removeUnverified(admitted.account.id)
    const admission = await sendNewcomerMail(context, admitted, undo)
    if (!admission) throw fail('email_failed')
    if (admission.kind === 'verification-pending') return pendingView(admission.account)
    if (admission.kind === 'gated') return gatedAnswer(admission)
    return new Answer(sessionResult(admission), { session: admission.issued.cookies })
  },
})
