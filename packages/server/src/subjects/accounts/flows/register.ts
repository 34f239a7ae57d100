import { Type } from 'typebox'
import { admitNewcomer, sendOwedMail } from '../../../gate/access/owed-mail.ts'
import { readNewcomer } from '../../../gate/accounts/newcomer.ts'
import { openAccount } from '../../../gate/accounts/open-account.ts'
import { accountsIn } from '../../../gate/accounts/tables/accounts.ts'
import { endpoint } from '../../../gate/deps.ts'
import type { Undo } from '../../../gate/mails/own-mail.ts'
import { inTransaction } from '../../../gate/transaction.ts'
import { answerSignIn, Gated, SessionResult, VerificationPending } from '../../../gate/views/entry-view.ts'
import { ReturnTo } from '../../../gate/views/fields.ts'

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
  body: Type.Object({ email: Type.String(), password: Type.String(), name: Type.String(), returnTo: ReturnTo }),
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

  async handle(call) {
    const { body, client, deps, fail } = call
    const { config, store, passwords } = deps
    if (!config.registration.enableEmailPassword) throw fail('method_disabled')
    if (!config.registration.allowPublic) throw fail('forbidden', { message: 'Registration is by invite only.' })
    const newcomer = readNewcomer(deps, body)
    if ('refusal' in newcomer) throw fail(newcomer.refusal, newcomer)
    if (await accountsIn(store).findByEmail(newcomer.email)) throw fail('email_already_exists')

    const passwordHash = await passwords.hash(body.password, client) // slow on purpose, so never inside the transaction

    const admitted = await inTransaction(call, async (tx) => {
      const opened = await openAccount(tx, call, { ...newcomer, passwordHash, mailbox: 'unproved' })
      if (!opened) throw fail('email_already_exists')
      return admitNewcomer(tx, opened, { method: 'password' }, body.returnTo)
    })
    const undo: Undo = (tx) => accountsIn(tx).removeUnverified(admitted.account.id)
    const outcome = await sendOwedMail(call, admitted, undo)
    if (outcome.kind === 'refused') throw fail('email_failed')
    return answerSignIn(outcome)
  },
})
