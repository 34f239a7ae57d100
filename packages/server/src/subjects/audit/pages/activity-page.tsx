import type { Static } from 'typebox'
import { ACTIVITY_TYPES } from '../../../gate/audit/events.ts'
import { pagePaths } from '../../../gate/page-paths.ts'
import { accountDocument } from '../../../gate/pages/account/account-document.tsx'
import { choosableEvents } from '../../../gate/pages/choosable-events.ts'
import { ChoiceFilter, chosen, Filters, unlessUnreadable } from '../../../gate/pages/console/filters.tsx'
import { Listing } from '../../../gate/pages/console/listing.tsx'
import { Pager } from '../../../gate/pages/console/pager.tsx'
import { DeviceWords } from '../../../gate/pages/device-name.tsx'
import type { Looks } from '../../../gate/pages/layout.tsx'
import type { Hosted, PageProps, View } from '../../../gate/pages/view.ts'
import { asEndReason } from '../../../gate/sessions/end-reasons.ts'
import { Panel } from '../../../platform/pages/components/panel.tsx'
import { Ago } from '../../../platform/pages/components/time.tsx'
import { eventWords } from '../console/event-table.tsx'
import { listActivity } from '../flows/list-activity.ts'

const PAGE = '25'
const PATH = pagePaths.accountActivity

type ActivityList = Static<typeof listActivity.reply>
type Event = ActivityList['events'][number]

export const activityPage = (looks: Looks): Hosted => ({
  path: PATH,
  for: 'people',

  show: (visit) =>
    accountDocument(visit, looks, {
      title: ({ activity }) => activity,
      content: async ({ view }) => {
        const { offset, type } = visit.query
        const query = { limit: PAGE, offset, type: type || undefined }
        const { found } = await unlessUnreadable(visit.run(listActivity, { query }))
        return <Activity view={view} visit={visit} found={found} />
      },
    }),
})

function Activity({ view, visit, found }: PageProps & { readonly found: ActivityList | undefined }) {
  const { activity: words } = view.t.lifecycle
  const filters = chosen(visit.query, ['type'])
  const { type } = filters
  const none = type === undefined ? words.nothing : words.nothingOfKind
  const types = Object.fromEntries(choosableEvents(ACTIVITY_TYPES, view, type).map((one) => [one, eventWords(view, one)]))
  return (
    <Panel id="activity" title={words.title} lead={<Lead view={view} />}>
      <Filters view={view} path={PATH} isFiltered={type !== undefined}>
        <ChoiceFilter view={view} name="type" label={words.type} value={type} any={words.any} choices={types} />
      </Filters>
      <Listing view={view} found={found} shown={found?.events.length ?? 0} none={none} icon="log" start={PATH}>
        <ul class="lines">
          {found?.events.map((event) => (
            <Line key={event.id} view={view} event={event} />
          ))}
        </ul>
      </Listing>
      {found && <Pager view={view} path={PATH} filters={filters} found={found} />}
    </Panel>
  )
}

function Lead({ view: { t } }: { readonly view: View }) {
  const words = t.lifecycle.activity
  return (
    <>
      {words.lead} <a href={pagePaths.accountSecurity}>{words.toSecurity}</a> {words.or}{' '}
      <a href={pagePaths.accountSessions}>{words.toSessions}</a>.
    </>
  )
}

function Line({ view, event }: { readonly view: View; readonly event: Event }) {
  const { activity: words } = view.t.lifecycle
  const { type, success, count, isCurrentSession, ip, by, browser, system, createdAt } = event
  const reason = asEndReason(event.reason)
  const maker = by === 'you' ? words.you : by === 'administrator' ? words.administrator : words.somebody
  const device = <DeviceWords view={view} browser={browser ?? undefined} system={system ?? undefined} />
  // The words for a type that ends in `.failed` say so already.
  const isMarkedFailed = !success && !type.endsWith('.failed')
  return (
    <li>
      <span>
        {eventWords(view, type)} {isMarkedFailed && <span class="tag bad">{words.failed}</span>}{' '}
        {count > 1 && <span class="tag">{words.times(new Intl.NumberFormat(view.locale).format(count))}</span>}{' '}
        {isCurrentSession && <span class="tag good">{words.here}</span>}
        {reason !== undefined && <span class="below">{view.t.ended[reason]}</span>}
        <span class="below faint">
          {maker}
          {(browser ?? system) !== null && <> · {device}</>}
          {ip !== null && (
            <>
              {' · '}
              <bdi>{ip}</bdi>
            </>
          )}
        </span>
      </span>
      <span class="faint">
        <Ago view={view} at={createdAt} />
      </span>
    </li>
  )
}
