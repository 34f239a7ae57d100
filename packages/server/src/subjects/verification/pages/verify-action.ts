import { keptReturn } from '../../../gate/codes/kept-return.ts'
import { pagePaths } from '../../../gate/page-paths.ts'
import { afterCredentials } from '../../../gate/pages/after-credentials.ts'
import { checkFields, password as chosen, filled } from '../../../gate/pages/check-fields.ts'
import type { Looks } from '../../../gate/pages/layout.tsx'
import type { Submission } from '../../../gate/pages/view.ts'
import { withReturn } from '../../../gate/pages/with-return.ts'
import { Redirect } from '../../../platform/kernel/endpoint.ts'
import { asksPassword } from '../flows/asks-password.ts'
import { verifyEmail } from '../flows/verify-email.ts'
import { LEAVING_FIELD } from './other-account.tsx'
import { PASSWORD_FIELD, passwordQuestion } from './password-question.tsx'

/**
 * What a page does with the code that confirms an address. In a browser that is signed in to another account it asks before that is
 * left; in one that the account does not know, for the password that its owner chose.
 */
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

  /** "I did not choose one." */
  async disown(call: Submission) {
    checkFields(call, { code: filled })
    return verify(call, call.fields['code'] ?? '', { discardPassword: true })
  },
})

async function verify(
  call: Submission,
  code: string,
  shown: { readonly password: string } | { readonly discardPassword: true },
): Promise<Redirect> {
  const { run, fields, query, deps } = call
  const answer = await run(verifyEmail, {
    body: { code, password: '', ...shown, keepOtherAccount: true, leaving: fields[LEAVING_FIELD] },
  })
  const returnTo = query['returnTo'] ?? (await keptReturn(deps, 'email-verification', code))
  const proved = withReturn(pagePaths.addressProved, returnTo)
  // The mailbox is no way round a stronger second factor: that is shown first, and then this leads on as it would have.
  if ('requiresTwoFactor' in answer) return afterCredentials({ ...call, query: { returnTo: proved } }, answer)
  return new Redirect(proved, call.cookies.mailbox === undefined ? {} : { mailbox: 'end' })
}
