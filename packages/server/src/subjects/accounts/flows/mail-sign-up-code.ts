import { Type } from 'typebox'
import { requireOpenDoor, requireSignUp } from '../../../gate/accounts/sign-up-rules.ts'
import { accountsIn } from '../../../gate/accounts/tables/accounts.ts'
import { endpoint } from '../../../gate/deps.ts'
import { limitHeld } from '../../../gate/limits/stranger-mails.ts'
import { writeMail } from '../../../gate/mails/write-mail.ts'
import { inTransaction } from '../../../gate/transaction.ts'
import { textField } from '../../../gate/views/fields.ts'
import { addressField } from '../../../gate/views/input-fields.ts'
import { newCode } from '../../../platform/kernel/codes.ts'
import { canonicalEmail } from '../../../platform/kernel/email-address.ts'
import { outboxIn } from '../../../platform/mail/tables/outbox.ts'
import { hashOfSignUpCode, sealTicket } from '../steps/sign-up-ticket.ts'

/** The first half of a sign-up that makes nothing before a mailed code comes back. The sign-up page runs both; they are no routes. */
export const mailSignUpCode = endpoint({
  route: 'POST /sign-up',
  summary: 'Mail a code to sign up with',
  auth: 'none',
  limit: 'credentials',
  body: Type.Object({ email: addressField }),
  reply: Type.Object({ ticket: textField('Comes back with the code.') }),
  errors: ['method_disabled', 'forbidden', 'email_not_allowed', 'invalid_email', 'email_already_exists'],

  async handle(call) {
    const { body, client, deps, fail } = call
    const { registration } = deps.config
    if (!registration.enableEmailPassword) throw fail('method_disabled')
    requireOpenDoor(deps, 'register')
    const email = canonicalEmail(body.email)
    if (email === undefined) throw fail('invalid_email')
    await requireSignUp(deps, 'register', email)
    if (await accountsIn(deps.store).findByEmail(email)) throw fail('email_already_exists')
    const code = newCode()
    const expiresIn = registration.verificationCodeTtl
    const expiresAt = deps.clock.now() + expiresIn
    const stranger = { email, name: '', verifiedAt: undefined, language: client.language }
    const mail = writeMail(call, 'sign-up', stranger, { code, expiresIn })
    await inTransaction(call, async (tx) => {
      await limitHeld(tx, deps, 'email-verification', { email, mailboxProvedAt: undefined })
      await outboxIn(tx).add({ ...mail, expiresAt })
    })
    return { ticket: sealTicket(deps, { email, codeHash: hashOfSignUpCode(deps, code, email)[0], expiresAt }) }
  },
})
