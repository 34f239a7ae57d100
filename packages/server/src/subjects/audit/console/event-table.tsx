import { pagePaths } from '../../../gate/page-paths.ts'
import { may } from '../../../gate/pages/console/may.ts'
import { Table } from '../../../gate/pages/console/table.tsx'
import { DeviceName } from '../../../gate/pages/device-name.tsx'
import type { PageProps, View } from '../../../gate/pages/view.ts'
import { Address } from '../../../platform/pages/components/address.tsx'
import { sentence } from '../../../platform/pages/components/sentence.ts'
import { Time } from '../../../platform/pages/components/time.tsx'
import { type Event, foldSessions } from './fold-sessions.ts'

export function EventTable({ view, visit, events }: PageProps & { readonly events: readonly Event[] }) {
  const isLinked = may(visit, 'users:read')
  const words = view.t.console.audit
  return (
    <Table class="events" caption={words.caption} columns={[words.what, words.who, words.where, words.when]}>
      {foldSessions(events).map(({ event, begun }) => (
        <tr key={event.id}>
          <td class="what">
            <What view={view} event={event} begun={begun} />
          </td>
          <td class="about">
            <Who view={view} event={event} isLinked={isLinked} />
          </td>
          <td>
            <Where view={view} event={event} />
          </td>
          <td class="when">
            <Time view={view} at={event.createdAt} />
          </td>
        </tr>
      ))}
    </Table>
  )
}

type CellProps = { readonly view: View; readonly event: Event }

/** A type that a later version of the service wrote has no words here, and is shown as it is. */
export const eventWords = ({ t }: View, type: string): string =>
  Object.hasOwn(t.console.events, type) ? t.console.events[type as keyof typeof t.console.events] : type

function What({ view, event, begun }: CellProps & { readonly begun: Event | undefined }) {
  const { audit } = view.t.console
  const { type, success } = event
  const { count, ...metadata } = event.metadata
  const labels = audit.details as Readonly<Record<string, string>>
  const details: readonly (readonly [string, string])[] = [
    ...Object.entries(metadata).map(([key, value]) => [labels[key] ?? key, String(value)] as const),
    [audit.requestId, event.requestId],
    [audit.session, event.sessionId ?? begun?.sessionId ?? ''],
    [audit.userAgent, event.userAgent],
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
        {details.map(
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
        {event.sequence !== null && (
          <>
            <dt>{audit.number}</dt>
            <dd>
              {event.sequence}{' '}
              <a href={`${pagePaths.consoleAudit}/${event.id}/proof`} download>
                {audit.proof}
              </a>
            </dd>
          </>
        )}
      </dl>
    </details>
  )
}

function Who({ view, event, isLinked }: CellProps & { readonly isLinked: boolean }) {
  const { actorId, actorEmail, targetUserId, targetEmail, inviteEmail, userAgent, requestId, metadata } = event
  const { audit: words, keys } = view.t.console
  const link = { view, isLinked }
  const isAboutAnother = targetUserId !== null && targetUserId !== actorId
  // The command line has a user agent, but no request.
  const nobody = requestId === '' && userAgent !== '' ? words.commandLine : words.nobody
  return (
    <>
      {metadata['key'] !== undefined && <bdi>{keys.by(String(metadata['key']))}</bdi>}
      {metadata['key'] === undefined && (actorId === null ? nobody : <AccountLink {...link} id={actorId} email={actorEmail} />)}
      {isAboutAnother && (
        <span class="below">{sentence(words.concerning, <AccountLink {...link} id={targetUserId} email={targetEmail} />)}</span>
      )}
      {inviteEmail !== null && inviteEmail !== targetEmail && (
        <span class="below">{sentence(words.invited, <Address email={inviteEmail} cut="one-line" />)}</span>
      )}
    </>
  )
}

interface AccountLinkProps {
  readonly view: View
  readonly isLinked: boolean
  readonly id: string
  readonly email: string | null
}

/** A deleted account has no page; the log can still be filtered by its id. */
const AccountLink = ({ view: { t }, isLinked, id, email }: AccountLinkProps) =>
  email === null ? (
    <a href={`${pagePaths.consoleAudit}?target=${id}`}>{t.console.audit.deleted}</a>
  ) : !isLinked ? (
    <Address email={email} cut="one-line" />
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
