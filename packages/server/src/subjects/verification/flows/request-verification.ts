import { Type } from 'typebox'
import { accountsIn } from '../../../gate/accounts/tables/accounts.ts'
import { addCodeMail, writeCodeMail } from '../../../gate/codes/code-mail.ts'
import { codesIn } from '../../../gate/codes/tables/codes.ts'
import { endpoint } from '../../../gate/deps.ts'
import { limitMails, mayMail } from '../../../gate/limits/mail-limit.ts'
import { mayMailTyped } from '../../../gate/limits/typed-mails.ts'
import { inTransaction } from '../../../gate/transaction.ts'
import { Message, ReturnTo } from '../../../gate/views/fields.ts'
import { addressField } from '../../../gate/views/input-fields.ts'
import { canonicalEmail } from '../../../platform/kernel/email-address.ts'

/** Answer and work are the same for every address: where no code is due, a decoy is written that is never sent. */
export const requestVerification = endpoint({
  route: 'POST /auth/verify-email/resend',
  summary: 'Mail a verification code to an address',
  auth: 'none',
  limit: 'redeem',
  body: Type.Object({ email: addressField, returnTo: ReturnTo }),
  reply: Message,
  errors: [],

  async handle(call) {
    const { body, deps } = call
    const { store } = deps
    await limitMails(store, deps, 'verification-request', body.email)
    const known = await accountsIn(store).findByEmail(canonicalEmail(body.email) ?? '')
    const live = await codesIn(store).findLive('email-verification', known?.id ?? '', deps.clock.now())
    const isWaiting = known !== undefined && known.bannedAt === undefined && known.verifiedAt === undefined && live === undefined
    // Registration and signed-in callers use up the same limit of mails, and the answer must not show how much of it is left.
    const hasRoom = await mayMail(store, deps, isWaiting ? 'email-verification' : 'decoy', body.email)
    const mayAsk = await mayMailTyped(call, known, body.email, { opensFor: 'any-reader', isDecoy: !isWaiting })
    const isOwed = isWaiting && hasRoom && mayAsk
    const written = writeCodeMail(call, 'email-verification', isOwed ? known : undefined, 'background', body.returnTo)
    await inTransaction(call, async (tx) => {
      await addCodeMail(tx, written)
      await tx.record('email.verification.sent', { isSuccess: isOwed, targetUserId: known?.id })
    })
    return { message: 'If this address is waiting to be verified, we have sent it a code.' }
  },
})
