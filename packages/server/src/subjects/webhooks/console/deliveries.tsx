import type { Static } from 'typebox'
import { pagePaths } from '../../../gate/page-paths.ts'
import { Pager } from '../../../gate/pages/console/pager.tsx'
import type { PageProps, View } from '../../../gate/pages/view.ts'
import { ButtonForm } from '../../../platform/pages/components/button-form.tsx'
import { Empty } from '../../../platform/pages/components/note.tsx'
import { Panel } from '../../../platform/pages/components/panel.tsx'
import { Time } from '../../../platform/pages/components/time.tsx'
import type { DeliveryView } from '../views/webhook-view.ts'
import type { Shown } from './webhook-facts.tsx'

type Delivery = Static<typeof DeliveryView>

interface DeliveriesProps extends PageProps {
  readonly webhook: Shown
  readonly found: {
    readonly deliveries: readonly Delivery[]
    readonly total: number
    readonly limit: number
    readonly offset: number
  }
}

const TONES = { open: 'tag', delivered: 'tag good', failed: 'tag bad' } as const
type Status = keyof typeof TONES
const isStatus = (text: string): text is Status => text in TONES

export function Deliveries({ view, visit, webhook, found }: DeliveriesProps) {
  const words = view.t.console.webhooks
  const filters = found.limit === 25 ? {} : { limit: String(found.limit) }
  return (
    <Panel id="deliveries" title={words.deliveries} lead={words.deliveriesLead}>
      {found.deliveries.length === 0 && <Empty icon="log" words={words.noDeliveries} />}
      {found.deliveries.length > 0 && (
        <ul class="things">
          {found.deliveries.map((delivery) => (
            <li key={delivery.eventId}>
              <div id={`event-${delivery.eventId}`}>
                <About view={view} delivery={delivery} />
              </div>
              {webhook.status !== 'disabled' && (
                <ButtonForm
                  form={{ view, visit, action: 'retry' }}
                  submit={words.retry}
                  hidden={{ eventId: delivery.eventId }}
                  describedBy={`event-${delivery.eventId}`}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      <Pager
        view={view}
        path={`${pagePaths.consoleWebhooks}/${webhook.id}`}
        filters={filters}
        found={found}
        anchor="#deliveries"
      />
    </Panel>
  )
}

function About({ view, delivery }: { readonly view: View; readonly delivery: Delivery }) {
  const words = view.t.console.webhooks
  const { sequence, type, status, attempts, nextAttemptAt, outcome, ms } = delivery
  return (
    <>
      <p>
        <code>{type}</code> {isStatus(status) && <span class={TONES[status]}>{words.deliveryStatuses[status]}</span>}
      </p>
      <p class="line">
        <span>{words.number(String(sequence))}</span>
        <span>{words.attempts(attempts)}</span>
        {outcome !== null && <code>{outcome}</code>}
        {ms !== null && <span>{`${new Intl.NumberFormat(view.locale).format(ms)} ms`}</span>}
        {nextAttemptAt !== null && <Time view={view} label={words.next} at={nextAttemptAt} />}
      </p>
    </>
  )
}
