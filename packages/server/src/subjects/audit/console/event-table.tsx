import { pagePaths } from '../../../gate/page-paths.ts'
import { Table } from '../../../gate/pages/console/table.tsx'
import { DeviceName } from '../../../gate/pages/device-name.tsx'
import type { View } from '../../../gate/pages/view.ts'
import { Address } from '../../../platform/pages/components/address.tsx'
import { sentence } from '../../../platform/pages/components/sentence.ts'
import { Moment } from '../../../platform/pages/components/time.tsx'
import { type Event, foldSessions } from './fold-sessions.ts'

/** Who did what, when and from where. */
export function EventTable({ view, events }: { readonly view: View; readonly events: readonly Event[] }) {
  const words = view.t.console.audit
  return (
    <Table class="events" caption={words.caption} columns={[words.what, words.who, words.where, words.when]}>
      {foldSessions(events).map(({ event, begun }) => (
        <tr key={event.id}>
          <td class="what">
            <What view={view} event={event} begun={begun} />
          </td>
          <td class="about">
            <Who view={view} event={event} />
          </td>
          <td>
            <Where view={view} event={event} />
          </td>
          <td class="when">
            <Moment view={view} at={event.createdAt} />
          </td>
        </tr>
      ))}
    </Table>
  )
}

interface CellProps {
  readonly view: View
  readonly event: Event
}

/** A name that a later version wrote is shown as it is. */
export const eventWords = ({ t }: View, type: string): string =>
  Object.hasOwn(t.console.events, type) ? t.console.events[type as keyof typeof t.console.events] : type

/** What happened; on a closer look, all that was noted. */
function What({ view, event, begun }: CellProps & { readonly begun: Event | undefined }) {
  const { audit } = view.t.console
  const { type, success, metadata, requestId, userAgent } = event
  const { count, ...facts } = metadata
  const details = audit.details as Readonly<Record<string, string>>
  const noted = Object.entries(facts).map(([key, value]) => [details[key] ?? key, String(value)] as const)
  const sessionId = event.sessionId ?? begun?.sessionId
  const rest = [
    [audit.requestId, requestId] as const,
    [audit.session, sessionId ?? ''] as const,
    [audit.userAgent, userAgent] as const,
  ]
  return (
    <details class="event">
      <summary>
        {eventWords(view, type)} {!success && <span class="tag bad">{audit.failed}</span>}{' '}
        {count !== undefined && <span class="tag">×{count}</span>}
      </summary>
      <dl class="facts">
        <dt>{audit.type}</dt>
        <dd>
          <code>{type}</code> {begun && <span class="faint">+ {eventWords(view, begun.type)}</span>}
        </dd>
        {[...noted, ...rest].map(
          ([label, value]) =>
            value !== '' && (
              <>
                <dt>{label}</dt>
                <dd>
                  <bdi>{value}</bdi>
                </dd>
              </>
            ),
        )}
      </dl>
    </details>
  )
}

function Who({ view, event }: CellProps) {
  const { actorId, actorEmail, targetUserId, targetEmail, inviteEmail, userAgent, requestId, metadata } = event
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
      {inviteEmail !== null && inviteEmail !== targetEmail && (
        <span class="below">{sentence(words.invited, <Address email={inviteEmail} cut="one-line" />)}</span>
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
      <Address email={email} cut="one-line" />
    </a>
  )

const Where = ({ view, event: { ip, userAgent } }: CellProps) => (
  <span class="parts">
    {ip !== '' && <bdi>{ip}</bdi>}
    <small class="faint">
      <DeviceName view={view} userAgent={userAgent} />
    </small>
  </span>
)
