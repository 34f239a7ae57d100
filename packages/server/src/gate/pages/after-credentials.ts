import type { Static } from 'typebox'
import type { CookieChange } from '../../platform/kernel/cookies.ts'
import { Redirect } from '../../platform/kernel/endpoint.ts'
import { homeOf, returnAddress } from '../access/return-address.ts'
import { mailboxCookie } from '../codes/mailbox-cookie.ts'
import { pagePaths } from '../page-paths.ts'
import type { Gated, SessionResult, VerificationPending } from '../views/entry-view.ts'
import type { Submission, Visit } from './view.ts'

type Answer = Static<typeof SessionResult> | Static<typeof VerificationPending> | Static<typeof Gated>

/** Where a visitor wanted to go, if they may. */
export const backOf = ({ query: { returnTo }, deps: { config } }: Visit): string | undefined => asNamed(config, returnTo)

/** Where one goes who is signed in. */
export const destinationOf = (visit: Visit): string => {
  const { config } = visit.deps
  return backOf(visit) ?? asNamed(config, config.pages.home) ?? homeOf(config)
}

/** A path of ours, and no other address. */
export const ownPath = (config: Visit['deps']['config'], wanted: string | undefined): string | undefined =>
  wanted?.startsWith('/') ? asNamed(config, wanted) : undefined

/** A path stays one: the visitor may have come by another name of this host than the configured one, and has the cookie there. */
function asNamed(config: Visit['deps']['config'], wanted: string | undefined): string | undefined {
  const address = returnAddress(config, wanted)
  return wanted?.startsWith('/') ? address?.slice(config.server.publicUrl.length) : address
}

/** The next page for a visitor whose credentials were right: in, or first to the mailbox. */
export function afterCredentials(call: Submission, answer: Answer): Redirect {
  const { returnTo } = call.query
  const onward = (path: string, facts: Record<string, string>, cookies: CookieChange = {}) =>
    new Redirect(`${path}?${new URLSearchParams({ ...facts, ...(returnTo !== undefined && { returnTo }) })}`, cookies)
  if ('requiresTwoFactor' in answer) {
    const { challengeId, codeSent, expiresAt, methods } = answer
    const isMailed = methods?.includes('email') ?? true
    return onward(pagePaths.twoFactor, {
      ...{ challengeId, expiresAt },
      ...(isMailed && !codeSent && { sent: 'before' }),
      // So that the page speaks of no mail either once it no longer knows the browser.
      ...(methods?.[0] !== undefined && { method: methods[0] }),
    })
  }
  if ('requiresVerification' in answer) {
    const mailbox = mailboxCookie(call.deps, answer.user.email, 'verification')
    return onward(pagePaths.checkMail, { for: 'verification' }, { mailbox })
  }
  // Nothing is waited for any more.
  return new Redirect(destinationOf(call), call.cookies.mailbox === undefined ? {} : { mailbox: 'end' })
}
