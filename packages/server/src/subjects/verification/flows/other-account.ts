import { signedInCaller } from '../../../gate/access/signed-in-caller.ts'
import { accountOfCode } from '../../../gate/codes/owner-of-code.ts'
import type { Context } from '../../../gate/deps.ts'
import type { CodeHashes } from '../../../platform/kernel/codes.ts'
import type { PresentedCookies } from '../../../platform/kernel/cookies.ts'
import type { AccountChoice } from '../../../platform/kernel/errors.ts'

/** Undefined for a code that does not work, so that a stranger learns no more, and for the account the visitor agrees to leave. */
export async function otherAccount(
  context: Pick<Context, 'deps'>,
  cookies: PresentedCookies,
  hashes: CodeHashes,
  leaving: string | undefined,
): Promise<AccountChoice | undefined> {
  const { state, account: other } = await accountOfCode(context.deps, hashes)
  if (state !== 'live' || !other || other.bannedAt !== undefined) return undefined
  const current = (await signedInCaller(context.deps.store, context, cookies))?.account
  if (!current || current.id === other.id || current.email === leaving) return undefined
  return { current: current.email, other: other.email }
}
