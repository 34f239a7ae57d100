import { isKnown } from '../../../gate/access/prove-mailbox.ts'
import { hashOfCode } from '../../../gate/codes/code-mail.ts'
import { accountOfCode } from '../../../gate/codes/owner-of-code.ts'
import type { Context } from '../../../gate/deps.ts'
import type { PresentedCookies } from '../../../platform/kernel/cookies.ts'
import { otherAccount } from './other-account.ts'

/**
 * The address of an account whose password shall be asked for before this code is redeemed: its mailbox would be proved for the first
 * time in a browser that the account does not know. Undefined where there is nothing to ask, also for a code that does not work.
 */
export async function asksPassword(
  context: Pick<Context, 'deps'>,
  cookies: PresentedCookies,
  code: string,
  leaving: string | undefined,
): Promise<string | undefined> {
  const { deps } = context
  const hashes = hashOfCode(deps, 'email-verification', code)
  // Whether another account is left comes first.
  if (await otherAccount(context, cookies, hashes, leaving)) return undefined
  const { state, account } = await accountOfCode(deps, hashes)
  if (state !== 'live' || !account || account.bannedAt !== undefined) return undefined
  if (account.mailboxProvedAt !== undefined || account.passwordHash === undefined) return undefined
  return (await isKnown(deps.store, context, account, { cookies })) ? undefined : account.email
}
