import { type FormState, HiddenFields, LinkedValue, Refusal } from '../../platform/pages/components/form.tsx'
import type { PageProps, Visit } from './view.ts'

/** A mail takes a while to arrive; a visitor who asks again at once ends up with two codes, of which only one works. */
const PAUSE_MS = 60_000
const BUTTON = 'resend-submit'

/** A script disables the button until the pause is over. */
export function ResendForm({ view, visit, challengeId }: PageProps & { readonly challengeId: string | undefined }) {
  const { t } = view
  const form: FormState = { view, visit, action: 'resend' }
  const seconds = secondsToWait(visit)
  return (
    <form method="post" action={visit.address} class="form">
      <HiddenFields form={form} />
      <LinkedValue name="challengeId" value={challengeId} />
      <Refusal form={form} />
      <button type="submit" class="quiet" id={BUTTON}>
        {t.twoFactor.resend}
      </button>
      {seconds > 0 && (
        <p class="hint" data-countdown={seconds} data-for={BUTTON} hidden>
          {t.twoFactor.resendIn(String(seconds))}
        </p>
      )}
    </form>
  )
}

/** A code expires a fixed time after it was sent, so the expiry tells when that was. */
function secondsToWait({ query, deps: { config, clock } }: Visit): number {
  const sentAt = Date.parse(query['expiresAt'] ?? '') - config.twoFactor.codeTtl
  const left = Math.ceil((sentAt + PAUSE_MS - clock.now()) / 1000)
  return left > 0 && left * 1000 <= PAUSE_MS ? left : 0
}
