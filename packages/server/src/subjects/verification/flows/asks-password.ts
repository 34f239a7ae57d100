import { isKnown } from '../../../gate/access/prove-mailbox.ts'
import { hashOfCode } from '../../../gate/codes/code-mail.ts'
import { accountOfCode } from '../../../gate/codes/owner-of-code.ts'
import type { Context } from '../../../gate/deps.ts'
import { hasPassword } from '../../../gate/passwords/has-passwords.ts'
import type { PresentedCookies } from '../../../platform/kernel/cookies.ts'
import { otherAccount } from './other-account.ts'

/** The account's address, where the code would prove the mailbox for the first time, in a browser that the account does not know. */
export async function asksPassword(
  context: Pick<Context, 'deps'>,
  cookies: PresentedCookies,
  code: string,
  leaving: string | undefined,
): Promise<string | undefined> {
  const { deps } = context
  const hashes = hashOfCode(deps, 'email-verification', code)
  // The visitor is asked first whether to leave the account that this browser is signed in to.
  if (await otherAccount(context, cookies, hashes, leaving)) return undefined
  const { state, account } = await accountOfCode(deps, hashes)
  if (state !== 'live' || !account || account.bannedAt !== undefined) return undefined
  if (account.mailboxProvedAt !== undefined || !hasPassword(deps.config, account)) return undefined
  return (await isKnown(deps.store, context, account, { cookies })) ? undefined : account.email
}
