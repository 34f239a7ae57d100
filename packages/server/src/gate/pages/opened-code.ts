import { type ErrorCode, Failure } from '../../platform/kernel/errors.ts'
import { ACTION_FIELD } from '../../platform/kernel/hosted-page.ts'
import { lookAtCode } from '../codes/owner-of-code.ts'
import type { BarePurpose } from '../codes/tables/codes.ts'
import { checkFields, filled } from './check-fields.ts'
import type { Submission, Visit } from './view.ts'

/** A script sends the code of a mailed link here first, so that a dead code shows before the visitor thinks of a password. */
export const OPEN = 'open'

type Refusals = Readonly<Record<'unknown' | 'used' | 'expired', ErrorCode>>

export async function openCode(call: Submission, purpose: BarePurpose, refusals: Refusals): Promise<void> {
  checkFields(call, { code: filled })
  await call.count('redeem')
  const { state } = await lookAtCode(call.deps, purpose, call.fields['code'] ?? '')
  if (state !== 'live') throw new Failure(refusals[state])
}

/** Shows what was sent to another action in the form of this one. */
export const asSentTo = (visit: Visit, action: string): Visit => ({
  ...visit,
  typed: ACTION_FIELD in visit.typed ? { ...visit.typed, [ACTION_FIELD]: action } : visit.typed,
  failure: visit.failure && { ...visit.failure, action },
})

export async function ownerOfOpened({ deps, typed }: Visit, purpose: BarePurpose): Promise<string | undefined> {
  const { state, email } = await lookAtCode(deps, purpose, typed['code'] ?? '')
  return state === 'live' ? email : undefined
}
