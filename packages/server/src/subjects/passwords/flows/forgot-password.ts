import { Type } from 'typebox'
import { accountsIn } from '../../../gate/accounts/tables/accounts.ts'
import { addCodeMail, writeCodeMail } from '../../../gate/codes/code-mail.ts'
import { endpoint } from '../../../gate/deps.ts'
import { limitMails } from '../../../gate/limits/mail-limit.ts'
import { mayMailTyped } from '../../../gate/limits/typed-mails.ts'
import { PASSWORDS } from '../../../gate/passwords/has-passwords.ts'
import { inTransaction } from '../../../gate/transaction.ts'
import { Message, ReturnTo } from '../../../gate/views/fields.ts'
import { addressField } from '../../../gate/views/input-fields.ts'
import { canonicalEmail } from '../../../platform/kernel/email-address.ts'

/** Answer and work are the same for every address: where there is no account, a decoy is written that is never sent. */
export const forgotPassword = endpoint({
  route: 'POST /auth/forgot-password',
  summary: 'Mail a password reset link',
  auth: 'none',
  limit: 'redeem',
  partOf: PASSWORDS,
  body: Type.Object({ email: addressField, returnTo: ReturnTo }),
  reply: Message,
  errors: ['email_failed'],

  async handle(call) {
    const { body, deps, fail } = call
    const { store, outbox } = deps
    if (!(await outbox.isReachable())) throw fail('email_failed')
    const known = await accountsIn(store).findByEmail(canonicalEmail(body.email) ?? '')
    await limitMails(store, deps, 'password-reset', body.email)
    const mayMail = await mayMailTyped(call, known, body.email, { opensFor: 'any-reader' })
    const isOwed = mayMail && known !== undefined && known.bannedAt === undefined
    const written = writeCodeMail(call, 'password-reset', isOwed ? known : undefined, 'background', body.returnTo)
    await inTransaction(call, async (tx) => {
      await addCodeMail(tx, written)
      await tx.record('password.reset.requested', { isSuccess: isOwed, targetUserId: known?.id })
    })
    return { message: 'If there is an account with this address, we have sent it a link.' }
  },
})
