import { Redirect } from '../../platform/kernel/endpoint.ts'
import { mailboxCookie } from '../codes/mailbox-cookie.ts'
import { pagePaths } from '../page-paths.ts'
import type { Submission, View } from './view.ts'
import { viewOf } from './view.ts'

/** After a link of a mail has ended all access to an account: its owner comes back by a mailed reset, or by a code to sign in with. */
export function afterEnding(call: Submission, email: string, done: 'ended' | 'reverted'): Redirect {
  return viewOf(call).hasPasswords
    ? new Redirect(`${pagePaths.checkMail}?for=reset&done=${done}`, { mailbox: mailboxCookie(call.deps, email, 'reset') })
    : new Redirect(`${pagePaths.signIn}?notice=ended-all`, { mailbox: mailboxCookie(call.deps, email, 'sign-in') })
}

export const wayBackIn = ({ t, hasPasswords }: View, words: string) =>
  hasPasswords
    ? { words, href: pagePaths.forgotPassword, label: t.lifecycle.link.newPassword }
    : { words: t.mailedSignIn.afterwards, href: pagePaths.signIn, label: t.mailedSignIn.byCode }
