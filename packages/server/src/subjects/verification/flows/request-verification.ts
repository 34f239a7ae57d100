import { Type } from 'typebox'
import { accountsIn } from '../../../gate/accounts/tables/accounts.ts'
import { addCodeMail, writeCodeMail } from '../../../gate/codes/code-mail.ts'
import { codesIn } from '../../../gate/codes/tables/codes.ts'
import { endpoint } from '../../../gate/deps.ts'
import { limitMails, mayMail } from '../../../gate/limits/mail-limit.ts'
import { inTransaction } from '../../../gate/transaction.ts'
import { ReturnTo } from '../../../gate/views/fields.ts'
import { Message } from '../../../gate/views/message.ts'
import { canonicalEmail } from '../../../platform/kernel/email-address.ts'

/**
 * For a visitor who cannot sign in yet. The answer and the work are the same whatever is true of the address: an
 * address that is owed no code costs a decoy that is never sent, and no request waits for delivery.
 */
export const requestVerification = endpoint({
  route: 'POST /auth/verify-email/resend',
  summary: 'Mail a verification code to an address',
  auth: 'none',
  limit: 'redeem',
  body: Type.Object({ email: Type.String(), returnTo: ReturnTo }),
  reply: Message,
  errors: [],

  async handle(call) {
    const { body, deps } = call
    const { store, clock } = deps
    await limitMails(store, deps, 'verification-request', body.email)
    const known = await accountsIn(store).findByEmail(canonicalEmail(body.email) ?? '')
    const live = await codesIn(store).findLive('email-verification', known?.id ?? '', clock.now())
    const isWaiting = known !== undefined && known.bannedAt === undefined && known.verifiedAt === undefined && live === undefined
    // Signing up and asking while signed in mail the same code: how many of those there were must not show here.
    const isOwed = (await mayMail(store, deps, isWaiting ? 'email-verification' : 'decoy', body.email)) && isWaiting
    const written = writeCodeMail(call, 'email-verification', isOwed ? known : undefined, 'background', body.returnTo)
    await inTransaction(call, async (tx) => {
      await addCodeMail(tx, written)
      await tx.record('email.verification.sent', { isSuccess: isOwed, targetUserId: known?.id })
    })
    return { message: 'If this address is waiting to be verified, we have sent it a code.' }
  },
})
