import { spentStatesIn } from '../codes/tables/spent-states.ts'
import { tooMany } from '../limits/limits.ts'
import type { Submission, Visit } from '../pages/view.ts'
import { type Purpose, provedChallenge } from './challenge.ts'

/** The fields of a form that asks for work. */
export const CHALLENGE_FIELD = '_challenge'
export const PROOF_FIELD = '_proof'

const MINUTE_MS = 60_000

/**
 * `unasked`: nothing is wanted of this visitor. `proved`: the browser has worked, and the request counts apart. `without-script`: the form
 * asked for work and came without.
 */
type Verdict = 'unasked' | 'proved' | 'without-script'

/** Asked of strangers at our own pages alone, and only while their network is near its limit. */
export const isBotCheckAsked = ({ caller, deps, nearUntil }: Visit): boolean =>
  caller === undefined && deps.config.limits.botCheck === 'auto' && nearUntil() !== undefined

/** A proof is spent before the form does anything: whatever becomes of that, the next attempt takes another. */
export async function hasProof(call: Submission, purpose: Purpose): Promise<boolean> {
  if (!isBotCheckAsked(call)) return false
  const { [CHALLENGE_FIELD]: challenge = '', [PROOF_FIELD]: nonce = '' } = call.fields
  const proved = provedChallenge(call.deps, purpose, call.client, { challenge, nonce })
  return proved !== undefined && spentStatesIn(call.deps.store).spend(proved.spent, proved.expiresAt)
}

/**
 * For a form that does nothing without a proof. Where it did not ask yet, or its proof is worth nothing any more, the failure has the page
 * show it again with the question.
 */
export async function botCheck(call: Submission, purpose: Purpose): Promise<Verdict> {
  if (!isBotCheckAsked(call)) return 'unasked'
  const { [CHALLENGE_FIELD]: challenge = '', [PROOF_FIELD]: nonce = '' } = call.fields
  if (challenge !== '' && nonce === '') return 'without-script'
  if (!(await hasProof(call, purpose))) throw busy(call)
  return 'proved'
}

/** The answer where more is wanted than this form has brought. */
export const busy = ({ deps, nearUntil }: Visit) => tooMany(deps, 'entry', nearUntil() ?? deps.clock.now(), MINUTE_MS)
