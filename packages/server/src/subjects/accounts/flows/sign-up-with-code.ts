import { Type } from 'typebox'
import { invitedRegistration, registerInvited } from '../../../gate/access/register-invited.ts'
import { requireSignUp } from '../../../gate/accounts/sign-up-rules.ts'
import { accountsIn } from '../../../gate/accounts/tables/accounts.ts'
import { spentStatesIn } from '../../../gate/codes/tables/spent-states.ts'
import { DATA_REFUSALS } from '../../../gate/data/changes.ts'
import { endpoint } from '../../../gate/deps.ts'
import { PASSWORD_REFUSALS } from '../../../gate/passwords/password-refusal.ts'
import { REGISTRATION_REFUSALS } from '../../../gate/registration-hook/registration-hook.ts'
import { textField } from '../../../gate/views/fields.ts'
import { mailedCodeField } from '../../../gate/views/input-fields.ts'
import { isHashOf } from '../../../platform/kernel/codes.ts'
import { hashToken } from '../../../platform/kernel/tokens.ts'
import { hashOfSignUpCode, openTicket } from '../steps/sign-up-ticket.ts'

/** The second half of `mailSignUpCode`. The code has as many bits as that of a verification, so guesses need not be counted one by one. */
export const signUpWithCode = endpoint({
  ...invitedRegistration,
  route: 'POST /sign-up',
  summary: 'Sign up with a mailed code',
  body: Type.Object({
    ...invitedRegistration.body.properties,
    code: mailedCodeField,
    ticket: textField('What came of the first half.'),
  }),
  errors: [
    'method_disabled',
    'forbidden',
    'email_not_allowed',
    'code_invalid',
    'code_expired',
    'code_already_used',
    'name_required',
    ...DATA_REFUSALS,
    'password_mismatch',
    ...PASSWORD_REFUSALS,
    'email_already_exists',
    'email_failed',
    ...REGISTRATION_REFUSALS,
  ],

  async handle(call) {
    const { body, deps, fail } = call
    if (!deps.config.registration.enableEmailPassword) throw fail('method_disabled')
    const ticket = openTicket(deps, body.ticket)
    if (!ticket) throw fail('code_expired')
    const { email, codeHash, expiresAt } = ticket
    if (!isHashOf(hashOfSignUpCode(deps, body.code, email), codeHash)) throw fail('code_invalid')
    await requireSignUp(deps, 'register', email)
    return registerInvited(call, email, {
      signIn: { method: 'password' },
      async hold(tx) {
        if (!(await spentStatesIn(tx).spend(hashToken(body.ticket), expiresAt))) throw fail('code_already_used')
      },
      accept: async () => [],
      undo: (tx, _, accountId) => accountsIn(tx).remove(accountId),
    })
  },
})
