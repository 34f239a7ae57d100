import { Type } from 'typebox'
import { requireSignUp } from '../../../gate/accounts/sign-up-rules.ts'
import { endpoint } from '../../../gate/deps.ts'
import { lockUnchanged } from '../../../gate/passwords/confirm-password.ts'
import { inTransaction } from '../../../gate/transaction.ts'
import { messageField, timeField } from '../../../gate/views/fields.ts'
import { addressField } from '../../../gate/views/input-fields.ts'
import { timestamp } from '../../../platform/kernel/clock.ts'
import { canonicalEmail } from '../../../platform/kernel/email-address.ts'
import { requestEmailChange as request } from '../steps/request-email-change.ts'
import { mailboxes } from './pending-email-change.ts'

/** Answer and work are the same whether or not the new address is taken: only the mail server is asked first, and mails leave later. */
export const requestEmailChange = endpoint({
  route: 'POST /auth/email/change',
  summary: 'Ask for another email address',
  auth: 'enrolling',
  partOf: 'lifecycle.emailChange',
  limit: 'redeem',
  body: Type.Object({ email: addressField }),
  reply: Type.Object({
    message: messageField,
    confirm: mailboxes('Which mailboxes have to confirm: of the new address, of the old one.'),
    expiresAt: timeField('Until when they can.'),
  }),
  errors: ['invalid_email', 'email_not_allowed', 'same_email', 'email_failed', 'session_expired'],

  async handle(call) {
    const { body, deps, fail } = call
    const newEmail = canonicalEmail(body.email)
    if (newEmail === undefined) throw fail('invalid_email')
    if (newEmail === call.caller.account.email) throw fail('same_email')
    await requireSignUp(deps, 'email-change', newEmail)
    if (!(await deps.outbox.isReachable())) throw fail('email_failed')
    const { mailboxes, expiresAt } = await inTransaction(call, async (tx) => {
      const account = await lockUnchanged(tx)
      if (!account) throw fail('session_expired')
      return request(tx, account, newEmail)
    })
    const message = 'If this address is free, we have sent it a code. The address changes once it is confirmed.'
    return { message, confirm: [...mailboxes], expiresAt: timestamp(expiresAt) }
  },
})
