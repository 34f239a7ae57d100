import { Type } from 'typebox'
import { admitNewcomer, sendOwedMail } from '../../../gate/access/owed-mail.ts'
import { readNewcomer } from '../../../gate/accounts/newcomer.ts'
import { openNewcomersAccount } from '../../../gate/accounts/open-account.ts'
import { requireOpenDoor, requireSignUp } from '../../../gate/accounts/sign-up-rules.ts'
import { accountsIn } from '../../../gate/accounts/tables/accounts.ts'
import { DATA_REFUSALS, readSignUpData } from '../../../gate/data/changes.ts'
import { signUpData } from '../../../gate/data/schemas.ts'
import { endpoint } from '../../../gate/deps.ts'
import { PASSWORD_REFUSALS } from '../../../gate/passwords/password-refusal.ts'
import { REGISTRATION_REFUSALS } from '../../../gate/registration-hook/registration-hook.ts'
import { inTransaction } from '../../../gate/transaction.ts'
import { answerSignIn, Gated, SessionResult, VerificationPending } from '../../../gate/views/entry-view.ts'
import { ReturnTo } from '../../../gate/views/fields.ts'
import { addressField, nameField, newPasswordField } from '../../../gate/views/input-fields.ts'

/** The unique address decides a race. When the mail server refuses the mail, the account is removed, so that a retry works. */
export const register = endpoint({
  route: 'POST /auth/register',
  summary: 'Create an account with email and password',
  auth: 'none',
  limit: 'credentials',
  body: Type.Object({ email: addressField, password: newPasswordField, name: nameField, data: signUpData, returnTo: ReturnTo }),
  reply: Type.Union([SessionResult, VerificationPending, Gated]),
  status: 201,
  errors: [
    'method_disabled',
    'forbidden',
    'invalid_email',
    'email_not_allowed',
    ...PASSWORD_REFUSALS,
    'name_required',
    ...DATA_REFUSALS,
    'email_already_exists',
    'email_failed',
    ...REGISTRATION_REFUSALS,
  ],

  async handle(call) {
    const { body, client, deps, fail } = call
    const { registration } = deps.config
    if (!registration.enableEmailPassword) throw fail('method_disabled')
    requireOpenDoor(deps, 'register')
    const newcomer = await readNewcomer(deps, body)
    if ('refusal' in newcomer) throw fail(newcomer.refusal, newcomer)
    const data = readSignUpData(deps.config.data.fields, body.data)
    await requireSignUp(deps, 'register', newcomer.email)
    const signIn = { method: 'password' } as const
    const allowed = await deps.registrationHook.ask({ ...newcomer, mailbox: 'unproved', signIn, data })
    if (await accountsIn(deps.store).findByEmail(newcomer.email)) throw fail('email_already_exists')
    const passwordHash = await deps.passwords.hash(body.password, client) // slow on purpose, so never inside the transaction

    const admitted = await inTransaction(call, async (tx) => {
      const opened = await openNewcomersAccount(tx, call, allowed, passwordHash)
      if (!opened) throw fail('email_already_exists')
      return admitNewcomer(tx, opened, signIn, body.returnTo)
    })
    const outcome = await sendOwedMail(call, admitted, (tx) => accountsIn(tx).removeUnverified(admitted.account.id))
    if (outcome.kind === 'refused') throw fail('email_failed')
    return answerSignIn(outcome)
  },
})

/** The same from a browser that has proved some work; the sign-up page runs it, and it is no route. */
export const provedRegister = endpoint({ ...register, limit: 'proved' })
