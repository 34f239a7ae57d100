import type { ComponentChildren } from 'preact'
import type { Static } from 'typebox'
import type { View } from '../../../gate/pages/view.ts'
import { Panel } from '../../../platform/pages/components/panel.tsx'
import { Ago } from '../../../platform/pages/components/time.tsx'
import type { statistics } from '../flows/statistics.ts'

interface ServiceFactsProps {
  readonly view: View
  readonly figures: Static<typeof statistics.reply>
  /** Of other subjects. */
  readonly more: ComponentChildren
}

/** A mail that waits longer than this means that sending is broken, not slow. */
const LATE_MS = 15 * 60_000

export function ServiceFacts({ view, figures: { mail, limitsHit, version }, more }: ServiceFactsProps) {
  const words = view.t.console.dashboard
  const text = new Intl.NumberFormat(view.locale).format
  const isLate = mail.oldestAt !== null && view.now - Date.parse(mail.oldestAt) > LATE_MS
  return (
    <Panel id="service" title={words.service}>
      <dl class="states">
        <dt>{words.mail}</dt>
        <dd>
          <span class={isLate ? 'tag bad' : mail.waiting > 0 ? 'tag' : 'tag good'}>
            {mail.waiting === 0 ? words.noMail : words.mailWaiting(mail.waiting, text(mail.waiting))}
          </span>
          {mail.oldestAt !== null && (
            <span class="below">
              {words.oldest} <Ago view={view} at={mail.oldestAt} />
            </span>
          )}
        </dd>
        <dt>{words.limits}</dt>
        <dd>
          {text(limitsHit.count)}
          <span class="below">
            {words.limitsSince} <Ago view={view} at={limitsHit.since} />
          </span>
        </dd>
        {more}
        <dt>{words.version}</dt>
        <dd>{version}</dd>
      </dl>
    </Panel>
  )
}
