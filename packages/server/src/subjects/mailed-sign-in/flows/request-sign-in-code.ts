import { Type } from 'typebox'
import { returnAddress } from '../../../gate/access/return-address.ts'
import { signUpRefusal } from '../../../gate/accounts/sign-up-rules.ts'
import { type Account, accountsIn } from '../../../gate/accounts/tables/accounts.ts'
import { type Deps, endpoint } from '../../../gate/deps.ts'
import { mayMailTyped } from '../../../gate/limits/typed-mails.ts'
import { inTransaction } from '../../../gate/transaction.ts'
import { Message, parameter, ReturnTo } from '../../../gate/views/fields.ts'
import { addressField } from '../../../gate/views/input-fields.ts'
import { displayName } from '../../../platform/kernel/display-name.ts'
import { canonicalEmail } from '../../../platform/kernel/email-address.ts'
import { Answer } from '../../../platform/kernel/endpoint.ts'
import { outboxIn } from '../../../platform/mail/tables/outbox.ts'
import { waitingCode } from '../steps/waiting-code.ts'
import { addressKey, writeSignInCode } from '../steps/write-code.ts'
import { isOpen, signInCodesIn } from '../tables/sign-in-codes.ts'

/**
 * Answer and work are the same for every address, and the answer waits for no mail. Where no mail may go for now, a code that this browser
 * has asked for already goes on working.
 */
export const requestSignInCode = endpoint({
  route: 'POST /auth/code/request',
  summary: 'Mail a code to sign in with',
  auth: 'none',
  limit: 'redeem',
  partOf: 'registration.emailSignIn',
  body: Type.Object({
    email: addressField,
    returnTo: ReturnTo,
    name: parameter('The name of an account that the code makes; made of the address unless given.'),
  }),
  reply: Message,
  errors: [],

  async handle(call) {
    const { body, cookies, declared, deps } = call
    const canonical = canonicalEmail(body.email)
    const asked = {
      email: canonical ?? body.email.slice(0, LONGEST),
      name: displayName(body.name ?? ''),
      returnTo: allowedReturn(deps, body.returnTo),
      isProved: declared.limit === 'proved',
    }
    const canSignUp = (await signUpRefusal(deps, 'mailed-code', canonical ?? '')) === undefined
    const known = await accountsIn(deps.store).findByEmail(canonical ?? '')
    const before = await waitingCode(deps, cookies)
    const mayMail = await mayMailTyped(call, known, body.email, { opensFor: 'who-asked' })
    const mailed = mayMail && canonical !== undefined ? mailFor(known, canSignUp) : 'none'
    const { binding, row, mail } = writeSignInCode(call, { asked, known, mailed, isNewest: mayMail })
    await inTransaction(call, async (tx) => {
      await signInCodesIn(tx).replace(row)
      await outboxIn(tx).add(mail)
      await tx.record('login.code.requested', { isSuccess: mailed === 'code', targetUserId: known?.id })
    })
    const isKept =
      !mayMail && before !== undefined && isOpen(before, deps.clock.now()) && before.addressHash === addressKey(deps, asked)
    const signInCode = isKept
      ? { token: cookies.signInCode ?? '', expiresAt: before.expiresAt }
      : { token: binding, expiresAt: row.expiresAt }
    return new Answer({ message: 'If this address can sign in, we have sent it a code.' }, { signInCode })
  },
})

/** The same from a browser that has proved some work; pages run it, and it is no route. */
export const provedSignInCode = endpoint({ ...requestSignInCode, limit: 'proved' })

/** Of an address that is none, no more is kept. */
const LONGEST = 254

function allowedReturn({ config, refusedReturns }: Deps, wanted: string | undefined): string | undefined {
  if (returnAddress(config, wanted) !== undefined) return wanted
  refusedReturns.note(wanted)
  return undefined
}

function mailFor(known: Account | undefined, canSignUp: boolean): 'code' | 'unknown' | 'none' {
  if (known) return known.bannedAt === undefined ? 'code' : 'none'
  return canSignUp ? 'code' : 'unknown'
}
