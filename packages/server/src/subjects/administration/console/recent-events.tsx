import { pagePaths } from '../../../gate/page-paths.ts'
import type { View } from '../../../gate/pages/view.ts'
import { Address } from '../../../platform/pages/components/address.tsx'
import { Panel } from '../../../platform/pages/components/panel.tsx'
import { Ago } from '../../../platform/pages/components/time.tsx'
import { type Event, eventWords, foldSessions } from '../../audit/index.ts'

const SHOWN = 6

export function RecentEvents({ view, events }: { readonly view: View; readonly events: readonly Event[] }) {
  const { dashboard: words, audit } = view.t.console
  const recent = foldSessions(events).slice(0, SHOWN)
  return (
    <Panel id="recent" title={words.recent} state={<a href={pagePaths.consoleAudit}>{words.allEvents}</a>}>
      <ul class="lines">
        {recent.map(({ event }) => (
          <li key={event.id}>
            <span>
              {eventWords(view, event.type)} {!event.success && <span class="tag bad">{audit.failed}</span>}
              <Whom event={event} />
            </span>
            <span class="faint">
              <Ago view={view} at={event.createdAt} />
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function Whom({ event: { targetEmail, actorEmail, inviteEmail } }: { readonly event: Event }) {
  const email = inviteEmail ?? targetEmail ?? actorEmail
  return email === null ? null : (
    <span class="below">
      <Address email={email} cut="one-line" />
    </span>
  )
}
