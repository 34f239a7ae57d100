import type { Static } from 'typebox'
import type { AuditEventView } from '../../core/audit/audit-query.ts'
import { pagePaths } from '../../kernel/page-paths.ts'
import { DeviceName } from '../components/device-name.tsx'
import { sentence } from '../components/sentence.ts'
import { Moment } from '../components/time.tsx'
import type { View } from '../view.ts'

type Event = Static<typeof AuditEventView>

/** Who did what, when and from where. */
export function EventTable({ view, events }: { readonly view: View; readonly events: readonly Event[] }) {
  const words = view.t.console.audit
  return (
    <table>
      <caption class="visually-hidden">{words.caption}</caption>
      <thead>
        <tr>
          <th scope="col">{words.when}</th>
          <th scope="col">{words.what}</th>
          <th scope="col">{words.who}</th>
          <th scope="col">{words.where}</th>
        </tr>
      </thead>
      <tbody>
        {events.map((event) => (
          <tr key={event.id}>
            <td class="when">
              <Moment view={view} at={event.createdAt} />
            </td>
            <td class="what">
              <What view={view} event={event} />
            </td>
            <td class="who">
              <Who view={view} event={event} />
            </td>
            <td>
              <Where view={view} event={event} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface CellProps {
  readonly view: View
  readonly event: Event
}

/** A name that a later version wrote is shown as it is. */
function What({ view: { t }, event: { type, success, metadata } }: CellProps) {
  const { audit, events } = t.console
  const { count, ...facts } = metadata
  const details = audit.details as Readonly<Record<string, string>>
  return (
    <>
      {Object.hasOwn(events, type) ? events[type as keyof typeof events] : type}{' '}
      {!success && <span class="tag bad">{audit.failed}</span>} {count !== undefined && <span class="tag">×{count}</span>}
      <small class="below parts">
        {[type, ...Object.entries(facts).map(([key, value]) => `${details[key] ?? key}: ${value}`)].map((text) => (
          <bdi key={text}>{text}</bdi>
        ))}
      </small>
    </>
  )
}

function Who({ view, event }: CellProps) {
  const { actorId, actorEmail, targetUserId, targetEmail, userAgent, requestId, metadata } = event
  const { audit: words, keys } = view.t.console
  const isAboutAnother = targetUserId !== null && targetUserId !== actorId
  // What was done at the command line came with no request.
  const nobody = requestId === '' && userAgent !== '' ? words.commandLine : words.nobody
  return (
    <>
      {metadata['key'] !== undefined && <bdi>{keys.by(String(metadata['key']))}</bdi>}
      {metadata['key'] === undefined && (actorId === null ? nobody : <Somebody view={view} id={actorId} email={actorEmail} />)}
      {isAboutAnother && (
        <span class="below">{sentence(words.concerning, <Somebody view={view} id={targetUserId} email={targetEmail} />)}</span>
      )}
    </>
  )
}

interface SomebodyProps {
  readonly view: View
  readonly id: string
  readonly email: string | null
}

/** An account that is gone can still be followed through the log. */
const Somebody = ({ view: { t }, id, email }: SomebodyProps) =>
  email === null ? (
    <a href={`${pagePaths.consoleAudit}?target=${id}`}>{t.console.audit.deleted}</a>
  ) : (
    <a href={`${pagePaths.consoleUsers}/${id}`}>
      <bdi>{email}</bdi>
    </a>
  )

const Where = ({ view, event: { ip, userAgent } }: CellProps) => (
  <>
    <bdi>{ip}</bdi>
    <small class="below">
      <DeviceName view={view} userAgent={userAgent} />
    </small>
  </>
)
