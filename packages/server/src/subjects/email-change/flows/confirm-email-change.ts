import { Type } from 'typebox'
import { byMailedLink } from '../../../gate/codes/by-mailed-link.ts'
import { endpoint } from '../../../gate/deps.ts'
import { inTransaction } from '../../../gate/transaction.ts'
import { messageField } from '../../../gate/views/fields.ts'
import { mailedCodeField } from '../../../gate/views/input-fields.ts'
import { hashOfChangeCode } from '../steps/change-code.ts'
import { confirmEmailChange as confirm } from '../steps/confirm-email-change.ts'

/** The code proves that its holder reads the mailbox and nothing more: no session is issued, and none is needed. */
export const confirmEmailChange = endpoint({
  route: 'POST /auth/email/change/confirm',
  summary: 'Confirm a change of address with a mailed code',
  auth: 'none',
  partOf: 'lifecycle.emailChange',
  limit: 'redeem',
  body: Type.Object({ code: mailedCodeField }),
  reply: Type.Object({
    completed: Type.Boolean({ description: 'False while another mailbox has to confirm too.' }),
    message: messageField,
  }),
  errors: [...byMailedLink.errors, 'email_already_exists', 'email_change_conflict', 'user_not_found'],

  async handle(call) {
    const hashes = hashOfChangeCode(call.deps, call.body.code)
    // The failure is thrown after the transaction, because the end of a change whose address is taken by now must be stored.
    const outcome = await inTransaction(call, (tx) => confirm(tx, hashes))
    if (outcome === 'completed') return { completed: true, message: 'The email address was changed.' }
    if (outcome !== 'waits-for-other') throw call.fail(outcome)
    return { completed: false, message: 'Thank you. The other mailbox has yet to confirm the change.' }
  },
})
