import type { Static } from 'typebox'
import { ACTIVITY_TYPES } from '../../../gate/audit/events.ts'
import { pagePaths } from '../../../gate/page-paths.ts'
import { accountDocument } from '../../../gate/pages/account/account-document.tsx'
import { ChoiceFilter, chosen, Filters, unlessUnreadable } from '../../../gate/pages/console/filters.tsx'
import { Listing } from '../../../gate/pages/console/listing.tsx'
import { Pager } from '../../../gate/pages/console/pager.tsx'
import { DeviceWords } from '../../../gate/pages/device-name.tsx'
import type { Looks } from '../../../gate/pages/layout.tsx'
import type { Hosted, PageProps, View, Visit } from '../../../gate/pages/view.ts'
import { Panel } from '../../../platform/pages/components/panel.tsx'
import { Ago } from '../../../platform/pages/components/time.tsx'
import { eventWords } from '../console/event-table.tsx'
import { listActivity } from '../flows/list-activity.ts'

const PAGE = '25'
const PATH = pagePaths.accountActivity

type ActivityList = Static<typeof listActivity.reply>
type Event = ActivityList['events'][number]

/** `/account/activity`: what happened to the account, by its owner and by others. */
export const activityPage = (looks: Looks): Hosted => ({
  path: PATH,
  for: 'people',

  show: (visit) =>
    accountDocument(visit, looks, {
      title: ({ activity }) => activity,
      content: async ({ view }) => {
        const { found } = await unlessUnreadable(activityOf(visit))
        return <Activity view={view} visit={visit} found={found} />
      },
    }),
})

const activityOf = ({ run, query: { offset, type } }: Visit): Promise<ActivityList> =>
  run(listActivity, { query: { limit: PAGE, offset, type: type || undefined } })

interface ActivityProps extends PageProps {
  /** Undefined where the address cannot be read. */
  readonly found: ActivityList | undefined
}

function Activity({ view, visit, found }: ActivityProps) {
  const { activity: words } = view.t.lifecycle
  const filters = chosen(visit.query, ['type'])
  const { type } = filters
  return (
    <Panel id="activity" title={words.title} lead={<Lead view={view} />}>
      <Filters view={view} path={PATH} isFiltered={type !== undefined}>
        <ChoiceFilter view={view} name="type" label={words.type} value={type} any={words.any} choices={kindsIn(view)} />
      </Filters>
      <Listing
        {...{ view, found }}
        shown={found?.events.length ?? 0}
        none={type === undefined ? words.nothing : words.nothingOfKind}
        icon="log"
        start={PATH}
      >
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

const kindsIn = (view: View): Readonly<Record<string, string>> =>
  Object.fromEntries(ACTIVITY_TYPES.map((type) => [type, eventWords(view, type)]))

/** What to do about something that the owner does not know of. */
function Lead({ view: { t } }: Pick<ActivityProps, 'view'>) {
  const words = t.lifecycle.activity
  return (
    <>
      {words.lead} <a href={pagePaths.accountSecurity}>{words.toSecurity}</a> {words.or}{' '}
      <a href={pagePaths.accountSessions}>{words.toSessions}</a>.
    </>
  )
}

function Line({ view, event }: Pick<ActivityProps, 'view'> & { readonly event: Event }) {
  const { activity: words } = view.t.lifecycle
  const { type, success, count, isCurrentSession, ip, browser, system, createdAt } = event
  return (
    <li>
      <span>
        {eventWords(view, type)} {!success && !isSaidFailed(type) && <span class="tag bad">{words.failed}</span>}{' '}
        {count > 1 && <span class="tag">{words.times(new Intl.NumberFormat(view.locale).format(count))}</span>}{' '}
        {isCurrentSession && <span class="tag good">{words.here}</span>}
        <span class="below faint">
          {[
            makerIn(view, event),
            ...(browser === null && system === null
              ? []
              : [<DeviceWords view={view} browser={browser ?? undefined} system={system ?? undefined} />]),
            ...(ip === null ? [] : [<bdi>{ip}</bdi>]),
          ].map((part, at) => (
            <>
              {at > 0 && ' · '}
              {part}
            </>
          ))}
        </span>
      </span>
      <span class="faint">
        <Ago view={view} at={createdAt} />
      </span>
    </li>
  )
}

/** The words for these tell it already. */
const isSaidFailed = (type: string): boolean => type.endsWith('.failed')

function makerIn({ t }: View, { by }: Event): string {
  const { you, administrator, somebody } = t.lifecycle.activity
  return by === 'you' ? you : by === 'administrator' ? administrator : somebody
}
