import type { Static } from 'typebox'
import { addressOf, unlessUnreadable } from '../../../gate/pages/console/filters.tsx'
import { Panel } from '../../../platform/pages/components/panel.tsx'
import { sentence } from '../../../platform/pages/components/sentence.ts'
import { Ago } from '../../../platform/pages/components/time.tsx'
import { eventWords } from '../../audit/index.ts'
import { orgAuditLogs } from '../flows/org-audit-logs.ts'
import { namesOf } from '../steps/find-organisations.ts'
import { organisationAddress } from './organisation-address.ts'
import { roleWords } from './role-words.ts'
import type { OrganisationPanel } from './standing.ts'

type Log = Static<typeof orgAuditLogs.reply>
type Event = Log['events'][number]
type Activity = { readonly log: Log; readonly names: ReadonlyMap<string, string> }

/** Where the address asks for a page that cannot be read, the newest events are shown. */
export async function activityOf({ visit: { run, query, deps }, org }: OrganisationPanel): Promise<Activity> {
  const ask = (after: string | undefined) => run(orgAuditLogs, { params: { orgId: org.id }, query: { limit: '20', after } })
  const log = (await unlessUnreadable(ask(query['after']))).found ?? (await ask(undefined))
  const ids = new Set(log.events.filter(isAmongMembers).flatMap(({ actorId, targetUserId }) => [actorId, targetUserId]))
  const known = [...ids].filter((id) => id !== null)
  return { log, names: await namesOf(deps, known) }
}

/** A person who declined an invite never was a member, so their name is not shown. */
const isAmongMembers = ({ type }: Event): boolean => type !== 'org.invite.declined'

export function ActivitySection({ view, org, log, names }: OrganisationPanel & Activity) {
  const words = view.t.organisations.page
  return (
    <Panel id="activity" title={words.activity}>
      {log.events.length === 0 && <p class="hint">{words.noActivity}</p>}
      {log.events.length > 0 && (
        <ul class="lines">
          {log.events.map((event) => (
            <li key={event.id}>
              <span>
                {eventWords(view, event.type)} <Roles view={view} event={event} />
                {isAmongMembers(event) && <Who view={view} event={event} names={names} />}
              </span>
              <span class="faint">
                <Ago view={view} at={event.createdAt} />
              </span>
            </li>
          ))}
        </ul>
      )}
      <Turns view={view} org={org} log={log} />
    </Panel>
  )
}

type EventProps = Pick<OrganisationPanel, 'view'> & { readonly event: Event }

function Roles({ view, event: { metadata } }: EventProps) {
  const roles = [metadata['role'], metadata['from'], metadata['to']]
    .filter((one) => typeof one === 'string')
    .map((one) => roleWords(view, one))
  return roles.length === 0 ? null : <span class="tag">{roles.join(' → ')}</span>
}

function Who({ view, event: { actorId, targetUserId }, names }: EventProps & Pick<Activity, 'names'>) {
  const { audit } = view.t.console
  const name = (id: string) => <bdi>{names.get(id) ?? audit.deleted}</bdi>
  return (
    <span class="below faint">
      {actorId === null ? view.t.organisations.page.anAdministrator : name(actorId)}
      {targetUserId !== null && targetUserId !== actorId && <> {sentence(audit.concerning, name(targetUserId))}</>}
    </span>
  )
}

function Turns({ view, org, log }: Pick<OrganisationPanel, 'view' | 'org'> & Pick<Activity, 'log'>) {
  const words = view.t.account.sessions
  const { offset, limit, next, previous } = log
  const at = (after: string | undefined) =>
    `${addressOf(organisationAddress(org.slug), after === undefined ? {} : { after })}#activity`
  const isFirst = offset === 0 && previous === undefined
  if (isFirst && next === undefined) return null
  return (
    <nav class="pager" aria-label={words.pages}>
      {!isFirst && <a href={at(offset > limit ? previous : undefined)}>{words.newer}</a>}
      {next !== undefined && <a href={at(next)}>{words.older}</a>}
    </nav>
  )
}
