import { Type } from 'typebox'
import { accountsIn } from '../../../gate/accounts/tables/accounts.ts'
import { endpoint } from '../../../gate/deps.ts'
import { inTransaction } from '../../../gate/transaction.ts'
import { listOf, Message, textField, timeField } from '../../../gate/views/fields.ts'
import { timestamp } from '../../../platform/kernel/clock.ts'
import { cancelEmailChange } from '../steps/cancel-email-change.ts'
import { confirmedOf, isOutdated, mailboxesOf } from '../steps/change-code.ts'
import { emailChangesIn } from '../tables/email-changes.ts'

export const mailboxes = (description: string) => listOf(Type.Union([Type.Literal('new'), Type.Literal('old')]), description)

const Pending = Type.Object({
  newEmail: textField('The address to come.'),
  confirm: mailboxes('Which mailboxes have to confirm: of the new address, of the old one.'),
  confirmed: mailboxes('Which of them have.'),
  expiresAt: timeField('Until when they can.'),
})

export const getEmailChange = endpoint({
  route: 'GET /auth/email/change',
  summary: 'The change of address that waits to be confirmed',
  auth: 'session',
  partOf: 'lifecycle.emailChange',
  limit: 'general',
  reply: Type.Object({
    pending: Type.Union([Pending, Type.Null()], {
      description: 'The change that waits to be confirmed; null where there is none.',
    }),
  }),
  errors: [],

  async handle({ caller, deps: { store, clock } }) {
    const change = await emailChangesIn(store).findOpen(caller.account.id, clock.now())
    if (!change || isOutdated(change, caller.account)) return { pending: null }
    const mailboxes = { confirm: mailboxesOf(change), confirmed: confirmedOf(change) }
    return { pending: { newEmail: change.newEmail, ...mailboxes, expiresAt: timestamp(change.expiresAt) } }
  },
})

/** A caller without a pending change gets the same answer. */
export const cancelPendingEmailChange = endpoint({
  route: 'DELETE /auth/email/change',
  summary: 'Cancel the change of address that waits to be confirmed',
  auth: 'session',
  partOf: 'lifecycle.emailChange',
  limit: 'general',
  reply: Message,
  errors: [],

  async handle(call) {
    const { id } = call.caller.account
    await inTransaction(call, async (tx) => {
      await accountsIn(tx).lock(id, tx.deps.clock.now())
      await cancelEmailChange(tx, id, 'owner')
    })
    return { message: 'The email address stays as it is.' }
  },
})
