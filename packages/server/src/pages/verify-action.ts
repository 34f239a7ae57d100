import { verifyEmail } from '../features/verification/verify-email.ts'
import { Redirect } from '../kernel/endpoint.ts'
import { pagePaths } from '../kernel/page-paths.ts'
import { withReturn } from './sign-in.tsx'
import type { Submission } from './view.ts'

/** Redeems the code that confirms an address. */
export async function verifyAction({ run, fields, query }: Submission): Promise<Redirect> {
  await run(verifyEmail, { body: { code: fields['code'] } })
  return new Redirect(withReturn(pagePaths.addressProved, query['returnTo']))
}
