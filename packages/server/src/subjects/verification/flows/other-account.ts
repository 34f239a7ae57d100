import { holderOf } from '../../../gate/access/holder-of.ts'
import { accountOfCode } from '../../../gate/codes/owner-of-code.ts'
import type { Context } from '../../../gate/deps.ts'
import type { CodeHashes } from '../../../platform/kernel/codes.ts'
import type { PresentedCookies } from '../../../platform/kernel/cookies.ts'
import type { AccountChoice } from '../../../platform/kernel/errors.ts'

/**
 * Whether a good code would sign a browser out of one account and in to another, unless that is the one which its owner has
 * agreed to leave. It is looked up and not spent. Undefined for a code that is not good, so that a stranger learns no
 * more from it than that.
 */
export async function otherAccount(
  context: Pick<Context, 'deps'>,
  cookies: PresentedCookies,
  hashes: CodeHashes,
  leaving: string | undefined,
): Promise<AccountChoice | undefined> {
  const { store } = context.deps
  const { state, account: wanted } = await accountOfCode(context.deps, hashes)
  if (state !== 'live' || !wanted || wanted.bannedAt !== undefined) return undefined
  const current = (await holderOf(store, context, cookies))?.account
  if (!current || current.id === wanted.id || current.email === leaving) return undefined
  return { current: current.email, other: wanted.email }
}
