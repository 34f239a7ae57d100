import { keptReturn } from '../../core/codes/kept-return.ts'
import { verifyEmail } from '../../features/verification/verify-email.ts'
import { Redirect } from '../../kernel/endpoint.ts'
import { pagePaths } from '../../kernel/page-paths.ts'
import type { Submission } from '../view.ts'
import { afterCredentials } from './after-credentials.ts'
import { checkFields, filled } from './check-fields.ts'
import { LEAVING_FIELD } from './other-account.tsx'
import { withReturn } from './with-return.ts'

/** Redeems the code that confirms an address; in a browser that is signed in to another account only once that was asked. */
export async function verifyAction(call: Submission): Promise<Redirect> {
  checkFields(call, { code: filled })
  const { run, fields, query, deps } = call
  const { code = '', [LEAVING_FIELD]: leaving } = fields
  const answer = await run(verifyEmail, { body: { code, keepOtherAccount: true, leaving } })
  const returnTo = query['returnTo'] ?? (await keptReturn(deps, 'email-verification', code))
  const proved = withReturn(pagePaths.addressProved, returnTo)
  // The mailbox is no way round a stronger second factor: that is shown first, and then this leads on as it would have.
  if ('requiresTwoFactor' in answer) return afterCredentials({ ...call, query: { returnTo: proved } }, answer)
  return new Redirect(proved, call.cookies.mailbox === undefined ? {} : { mailbox: 'end' })
}
