import { Type } from 'typebox'
import { admit } from '../../core/admit.ts'
import { record } from '../../core/audit.ts'
import { addCodeMail, writeCodeMail } from '../../core/code-mail.ts'
import { endpoint } from '../../core/deps.ts'
import { readNewcomer } from '../../core/newcomer.ts'
import { pendingView, SessionResult, sessionResult, VerificationPending } from '../../core/views.ts'
import { Answer } from '../../kernel/endpoint.ts'
import { newId } from '../../kernel/ids.ts'

/**
 * Creates an account and signs it in, or mails it a verification code first.
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
  reply: Type.Union([SessionResult, VerificationPending]),
  status: 201,
  errors: [
    'method_disabled',
    'forbidden',
    'invalid_email',
    'weak_password',
    'name_required',
    'email_already_exists',
    'overloaded',
    'email_failed',
  ],

  async handle({ body, client, deps, fail }) {
    const { config, store, passwords, clock, outbox } = deps
    const context = { deps, client }
    if (!config.registration.enableEmailPassword) throw fail('method_disabled')
    if (!config.registration.allowPublic) throw fail('forbidden', { message: 'Registration is by invite only.' })
    const newcomer = readNewcomer(deps, body)
    if ('refusal' in newcomer) throw fail(newcomer.refusal, newcomer)
    const { email, name } = newcomer
    if (await store.accounts.findByEmail(email)) throw fail('email_already_exists')

    const passwordHash = await passwords.hash(body.password) // slow on purpose, so never inside the transaction
    const now = clock.now()

    const { admission, mailId } = await store.transaction(async (tx) => {
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
      await record(tx, context, 'user.registered', { actorId: account.id, targetUserId: account.id })
      const admission = await admit(tx, context, {
        accountId: account.id,
        credentialVersion: account.credentialVersion,
        proof: 'password',
      })
      if (admission.kind !== 'owes-verification') return { admission, mailId: undefined }
      const codeMail = writeCodeMail(deps, 'email-verification', account, 'own')
      await addCodeMail(tx, codeMail)
      await record(tx, context, 'email.verification.sent', { targetUserId: account.id })
      return { admission, mailId: codeMail.mail.id }
    })
    if (admission.kind === 'admitted') return new Answer(sessionResult(admission), { session: admission.issued.cookies })
    if (admission.kind !== 'owes-verification' || mailId === undefined)
      throw new Error(`a fresh account was not admitted: ${admission.kind}`)
    if (await outbox.deliverOwn(mailId)) return pendingView(admission.account)
    await store.accounts.removeUnverified(admission.account.id)
    throw fail('email_failed')
  },
})
