import type { Static } from 'typebox'
import type { View } from '../../../gate/pages/view.ts'
import { Acts } from '../../../platform/pages/components/acts.tsx'
import { CopyButton } from '../../../platform/pages/components/copy-button.tsx'
import { Icon } from '../../../platform/pages/components/icon.tsx'
import { Ago, Happened } from '../../../platform/pages/components/time.tsx'
import { EVERYTHING } from '../messages/message-types.ts'
import { DISABLED_REASONS } from '../tables/webhooks.ts'
import type { WebhookView } from '../views/webhook-view.ts'

export type Shown = Static<typeof WebhookView>
type Props = { readonly view: View; readonly webhook: Shown }

const TONES = { enabled: 'tag good', failing: 'tag bad', disabled: 'tag' } as const
type Status = keyof typeof TONES
const isStatus = (text: string): text is Status => text in TONES

export function StatusTag({ view, webhook: { status } }: Props) {
  if (!isStatus(status)) return null
  return <span class={TONES[status]}>{view.t.console.webhooks.statuses[status]}</span>
}

/** Whether it is well: when it has last answered, how much it has not been told, and why it is told nothing. */
export function Health({ view, webhook: { lag, lastSuccessAt, disabledReason } }: Props) {
  const words = view.t.console.webhooks
  const reason = DISABLED_REASONS.find((one) => one === disabledReason)
  return (
    <>
      {reason && <span>{words.reasons[reason]}</span>}
      <Happened
        view={view}
        label={words.lastSuccess}
        when={lastSuccessAt === null ? words.never : <Ago view={view} at={lastSuccessAt} />}
      />
      <span>{lag === 0 ? words.upToDate : words.behind(new Intl.NumberFormat(view.locale).format(lag))}</span>
    </>
  )
}

/** This answer is the only place where a secret is shown. */
export function SecretNotice({ view, secret }: { readonly view: View; readonly secret: string }) {
  const words = view.t.console.webhooks
  return (
    // biome-ignore lint/a11y/noAutofocus: it is shown this once
    <div class="notice" role="status" tabIndex={-1} autoFocus>
      <Icon name="check" />
      <div>
        <p>{words.secretIs}</p>
        <p>
          <code class="secret" id="secret">
            {secret}
          </code>
        </p>
        <Acts>
          <CopyButton of="secret" words={words} />
        </Acts>
      </div>
    </div>
  )
}

/** Types by the names that they have in messages, but for the one that stands for all of them. */
export const Told = ({ types, everything }: { readonly types: readonly string[]; readonly everything: string }) => {
  const named = types.filter((type) => type !== EVERYTHING).join(', ')
  const isAll = types.includes(EVERYTHING)
  return (
    <>
      {isAll && everything}
      {isAll && named !== '' && ', '}
      {named !== '' && <code>{named}</code>}
    </>
  )
}
