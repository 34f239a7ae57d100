import { verifyEmail } from '../../features/verification/verify-email.ts'
import { Redirect } from '../../kernel/endpoint.ts'
import { pagePaths } from '../../kernel/page-paths.ts'
import type { Submission } from '../view.ts'
import { LEAVING_FIELD } from './other-account.tsx'
import { withReturn } from './sign-in.tsx'

/** Redeems the code that confirms an address; in a browser that is signed in to another account only once that was asked. */
export async function verifyAction({ run, fields, query }: Submission): Promise<Redirect> {
  const { code, [LEAVING_FIELD]: leaving } = fields
  await run(verifyEmail, { body: { code, keepOtherAccount: true, leaving } })
  return new Redirect(withReturn(pagePaths.addressProved, query['returnTo']))
}
