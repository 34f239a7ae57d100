import { type ErrorCode, Failure } from '../../platform/kernel/errors.ts'
import { ACTION_FIELD } from '../../platform/kernel/hosted-page.ts'
import type { CodePurpose } from '../codes/code-purposes.ts'
import { lookAtCode } from '../codes/owner-of-code.ts'
import { checkFields, filled } from './check-fields.ts'
import type { Submission, Visit } from './view.ts'

/**
 * A script that finds a code in the link of a mail sends it here before anything else: one that does not work says so before a
 * password is thought of, and one that does tells password managers whose it is. Nothing is spent.
 */
export const OPEN = 'open'

type Refusals = Readonly<Record<'unknown' | 'used' | 'expired', ErrorCode>>

/** Refuses a code that does not work. */
export async function openCode(call: Submission, purpose: CodePurpose, refusals: Refusals): Promise<void> {
  checkFields(call, { code: filled })
  await call.count('redeem')
  const { state } = await lookAtCode(call.deps, purpose, call.fields['code'] ?? '')
  if (state !== 'live') throw new Failure(refusals[state])
}

/** What was sent there belongs to the one form of the page. */
export const asSentTo = (visit: Visit, action: string): Visit => ({
  ...visit,
  typed: ACTION_FIELD in visit.typed ? { ...visit.typed, [ACTION_FIELD]: action } : visit.typed,
  failure: visit.failure && { ...visit.failure, action },
})

/** Whose the code is that was sent, if it works. */
export async function ownerOfOpened({ deps, typed }: Visit, purpose: CodePurpose): Promise<string | undefined> {
  const { state, email } = await lookAtCode(deps, purpose, typed['code'] ?? '')
  return state === 'live' ? email : undefined
}
