import { Type } from 'typebox'
import { endpoint } from '../../../gate/deps.ts'
import { inTransaction } from '../../../gate/transaction.ts'
import { hashOfChangeCode } from '../steps/change-code.ts'
import { confirmEmailChange as confirm } from '../steps/confirm-email-change.ts'

/** The mailbox proves itself and nothing more: no session is issued, and none is asked for. */
export const confirmEmailChange = endpoint({
  route: 'POST /auth/email/change/confirm',
  summary: 'Confirm a change of address with a mailed code',
  auth: 'none',
  partOf: 'lifecycle.emailChange',
  limit: 'redeem',
  body: Type.Object({ code: Type.String() }),
  reply: Type.Object({
    completed: Type.Boolean({ description: 'False while another mailbox has to confirm too.' }),
    message: Type.String(),
  }),
  errors: [
    'code_invalid',
    'code_already_used',
    'code_expired',
    'email_already_exists',
    'email_change_conflict',
    'user_not_found',
  ],

  async handle(call) {
    const { body, deps, fail } = call
    const hashes = hashOfChangeCode(deps, body.code)
    // A change that is over because its address was taken is written down, and told afterwards.
    const outcome = await inTransaction(call, (tx) => confirm(tx, hashes))
    if (outcome === 'completed') return { completed: true, message: 'The email address was changed.' }
    if (outcome === 'waits-for-other')
      return { completed: false, message: 'Thank you. The other mailbox has yet to confirm the change.' }
    throw fail(outcome)
  },
})
