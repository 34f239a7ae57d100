import type { Static } from 'typebox'
import type { CookieChange } from '../../platform/kernel/cookies.ts'
import { Redirect } from '../../platform/kernel/endpoint.ts'
import { homeOf, landingOf, returnAddress } from '../access/return-address.ts'
import { mailboxCookie, mailboxOf } from '../codes/mailbox-cookie.ts'
import { pagePaths } from '../page-paths.ts'
import type { Gated, SessionResult, VerificationPending } from '../views/entry-view.ts'
import type { Submission, Visit } from './view.ts'

/** Of this host. */
const PATH = /^~?\//

export const withReturn = (path: string, returnTo: string | undefined): string =>
  returnTo === undefined ? path : `${path}?${new URLSearchParams({ returnTo })}`

type Answer = Static<typeof SessionResult> | Static<typeof VerificationPending> | Static<typeof Gated>

export function backOf({ query: { returnTo }, deps: { config, refusedReturns } }: Visit): string | undefined {
  const back = asNamed(config, returnTo)
  if (back === undefined) refusedReturns.note(returnTo)
  return back
}

export const destinationOf = (visit: Visit): string => {
  const { config } = visit.deps
  return backOf(visit) ?? asNamed(config, landingOf(config)) ?? homeOf(config)
}

export const ownPath = (config: Visit['deps']['config'], wanted: string | undefined): string | undefined =>
  wanted && PATH.test(wanted) ? asNamed(config, wanted) : undefined

/** A path stays a path, because the visitor may have come by another name of this host, and has the cookie there. */
export function asNamed(config: Visit['deps']['config'], wanted: string | undefined): string | undefined {
  const address = returnAddress(config, wanted)
  return wanted && PATH.test(wanted) ? address?.slice(config.server.publicUrl.length) : address
}

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
      // So that the page knows the method even where it no longer recognises the browser.
      ...(methods?.[0] !== undefined && { method: methods[0] }),
    })
  }
  if ('requiresVerification' in answer) {
    const mailbox = mailboxCookie(call.deps, answer.user.email, 'verification')
    return onward(pagePaths.checkMail, { for: 'verification' }, { mailbox })
  }
  // A proof that this browser has given outlives the sign-in, for an address that waits to be confirmed.
  const { mailbox } = call.cookies
  const isOver = mailbox !== undefined && (answer.user.isVerified || mailboxOf(call.deps, mailbox, 'proved') === undefined)
  return new Redirect(destinationOf(call), isOver ? { mailbox: 'end' } : {})
}
