import type { Static } from 'typebox'
import { homeOf, returnAddress } from '../../core/access/return-address.ts'
import type { Gated, SessionResult, VerificationPending } from '../../core/views/entry-view.ts'
import { Redirect } from '../../kernel/endpoint.ts'
import { pagePaths } from '../../kernel/page-paths.ts'
import type { Submission, Visit } from '../view.ts'

type Answer = Static<typeof SessionResult> | Static<typeof VerificationPending> | Static<typeof Gated>

/** Where a visitor goes who is signed in: where they wanted to, if they may, or home. */
export const destinationOf = ({ query, deps: { config } }: Visit): string =>
  returnAddress(config, query['returnTo']) ?? homeOf(config)

/** The next page for a visitor whose credentials were right: in, or first to the mailbox. */
export function afterCredentials(call: Submission, answer: Answer): Redirect {
  const { returnTo } = call.query
  const onward = (path: string, facts: Record<string, string>) =>
    new Redirect(`${path}?${new URLSearchParams({ ...facts, ...(returnTo !== undefined && { returnTo }) })}`)
  if ('requiresTwoFactor' in answer) {
    const { challengeId, codeSent, expiresAt } = answer
    return onward(pagePaths.twoFactor, { challengeId, expiresAt, ...(!codeSent && { sent: 'before' }) })
  }
  if ('requiresVerification' in answer) return onward(pagePaths.checkMail, { for: 'verification' })
  return new Redirect(destinationOf(call))
}
