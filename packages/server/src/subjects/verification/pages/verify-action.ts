import { keptReturn } from '../../../gate/codes/kept-return.ts'
import { pagePaths } from '../../../gate/page-paths.ts'
import { afterCredentials, withReturn } from '../../../gate/pages/after-credentials.ts'
import { checkFields, password as chosen, filled } from '../../../gate/pages/check-fields.ts'
import type { Looks } from '../../../gate/pages/layout.tsx'
import type { Submission } from '../../../gate/pages/view.ts'
import { Redirect } from '../../../platform/kernel/endpoint.ts'
import { asksPassword } from '../flows/asks-password.ts'
import { verifyEmail } from '../flows/verify-email.ts'
import { LEAVING_FIELD } from './other-account.tsx'
import { PASSWORD_FIELD, passwordQuestion } from './password-question.tsx'

/** A browser that is signed in to another account is asked before it leaves that account; an unknown one is asked for the password. */
export const verifyActions = (looks: Looks) => ({
  async verify(call: Submission) {
    checkFields(call, { code: filled })
    const { code = '', [LEAVING_FIELD]: leaving, [PASSWORD_FIELD]: password } = call.fields
    if (password === undefined) {
      await call.count('redeem')
      const email = await asksPassword(call, call.cookies, code, leaving)
      if (email !== undefined) return passwordQuestion(call, looks, email)
    }
    if (password !== undefined) checkFields(call, { password: chosen })
    return verify(call, code, { password: password ?? '' })
  },

  /** The visitor says that another person chose the password. */
  async disown(call: Submission) {
    checkFields(call, { code: filled })
    return verify(call, call.fields['code'] ?? '', { discardPassword: true })
  },
})

async function verify(call: Submission, code: string, proof: { readonly password?: string; readonly discardPassword?: true }) {
  const body = { code, password: '', ...proof, keepOtherAccount: true, leaving: call.fields[LEAVING_FIELD] }
  const answer = await call.run(verifyEmail, { body })
  const returnTo = call.query['returnTo'] ?? (await keptReturn(call.deps, 'email-verification', code))
  const proved = withReturn(pagePaths.addressProved, returnTo)
  // A proved mailbox does not replace a stronger second factor: the visitor passes that first, and then goes on to the same page.
  if ('requiresTwoFactor' in answer) return afterCredentials({ ...call, query: { returnTo: proved } }, answer)
  return new Redirect(proved, call.cookies.mailbox === undefined ? {} : { mailbox: 'end' })
}
