import type { ComponentChildren } from 'preact'
import { Wait } from '../../platform/pages/components/wait.tsx'
import { CHALLENGE_FIELD, PROOF_FIELD } from '../bot-check/bot-check.ts'
import { BITS, CHALLENGE_MS, newChallenge, type Purpose } from '../bot-check/challenge.ts'
import type { PageProps } from './view.ts'

type BotCheckProps = PageProps & {
  readonly purpose: Purpose
  /** What happens in a browser without scripts. */
  readonly withoutScript: ComponentChildren
}

/** Inside of a form: a script works while the visitor types, and says how far it is where the form waits for it. */
export function BotCheck({ view, visit, purpose, withoutScript }: BotCheckProps) {
  const words = view.t.botCheck
  const facts = { 'data-bits': BITS, 'data-life': CHALLENGE_MS, 'data-working': words.working, 'data-done': words.done }
  return (
    <div data-proof {...facts}>
      <input type="hidden" name={CHALLENGE_FIELD} value={newChallenge(visit.deps, purpose, visit.client)} />
      <input type="hidden" name={PROOF_FIELD} />
      <p class="hint" role="status"></p>
      <noscript>
        <p class="hint">{withoutScript}</p>
      </noscript>
    </div>
  )
}

/** Instead of the wait that is told elsewhere: with a script there is none. */
export function BusyNetwork({ view, visit }: PageProps) {
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
