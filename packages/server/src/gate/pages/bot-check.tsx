import type { ComponentChildren } from 'preact'
import type { FormState } from '../../platform/pages/components/form.tsx'
import { Wait } from '../../platform/pages/components/wait.tsx'
import { CHALLENGE_FIELD, isBotCheckAsked, PROOF_FIELD } from '../bot-check/bot-check.ts'
import { BITS, CHALLENGE_MS, newChallenge, type Purpose } from '../bot-check/challenge.ts'
import type { PageProps } from './view.ts'

type BotCheckProps = PageProps & {
  readonly purpose: Purpose
  /** What happens in a browser without scripts, where that is something else. */
  readonly withoutScript?: ComponentChildren
}

/** Inside of a form: a script works while the visitor types, and says how far it is where the form waits for it. */
export function BotCheck({ view, visit, purpose, withoutScript }: BotCheckProps) {
  if (!isBotCheckAsked(visit)) return null
  const words = view.t.botCheck
  const facts = { 'data-bits': BITS, 'data-life': CHALLENGE_MS, 'data-working': words.working, 'data-done': words.done }
  return (
    <div data-proof {...facts}>
      <input type="hidden" name={CHALLENGE_FIELD} value={newChallenge(visit.deps, purpose, visit.client)} />
      <input type="hidden" name={PROOF_FIELD} />
      <p class="hint" role="status"></p>
      {withoutScript !== undefined && (
        <noscript>
          <p class="hint">{withoutScript}</p>
        </noscript>
      )}
    </div>
  )
}

/** For the form that asks: with a script there is nothing to wait for. */
export const busyWords = (props: PageProps): FormState['words'] & object =>
  isBotCheckAsked(props.visit) ? { rate_limit_exceeded: <BusyNetwork {...props} /> } : {}

function BusyNetwork({ view, visit }: PageProps) {
  const seconds = visit.failure?.retryAfter
  return (
    <>
      {view.t.botCheck.again}
      {seconds !== undefined && (
        <noscript>
          {' '}
          <Wait view={view} seconds={seconds} />
        </noscript>
      )}
    </>
  )
}
