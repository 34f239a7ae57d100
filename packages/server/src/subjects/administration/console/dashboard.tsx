import type { Static } from 'typebox'
import { pagePaths } from '../../../gate/page-paths.ts'
import { Chips } from '../../../gate/pages/console/chips.tsx'
import { consoleDocument } from '../../../gate/pages/console/console-document.tsx'
import { may } from '../../../gate/pages/console/may.ts'
import type { Looks } from '../../../gate/pages/layout.tsx'
import { PAGE_HOOKS } from '../../../gate/pages/page-hooks.ts'
import { type Hosted, type View, viewOf } from '../../../gate/pages/view.ts'
import { Panel } from '../../../platform/pages/components/panel.tsx'
import { auditLogs } from '../../audit/index.ts'
import { statistics } from '../flows/statistics.ts'
import { DayChart } from './day-chart.tsx'
import { DaysTable } from './days-table.tsx'
import { RecentEvents } from './recent-events.tsx'
import { ServiceFacts } from './service-facts.tsx'

const PERIODS = ['7', '30', '90']
const USUAL = '30'
/** More events than are shown, because a sign-in and its session fold into one. */
const RECENT = '14'

export const dashboardPage = (looks: Looks): Hosted => ({
  path: pagePaths.console,
  for: 'administrators',
  scope: 'none',

  async show(visit) {
    const view = viewOf(visit)
    const words = view.t.console.dashboard
    const period = PERIODS.find((one) => one === visit.query['days']) ?? USUAL
    const figures = await visit.run(statistics, { query: { days: period } })
    const events = may(visit, 'audit:read') ? (await visit.run(auditLogs, { query: { limit: RECENT } })).events : undefined
    const more = await Promise.all(PAGE_HOOKS.map(({ serviceFacts }) => serviceFacts?.({ view, visit })))
    const { enableInvite } = visit.deps.config.registration
    const periods = PERIODS.map((days) => ({
      href: days === USUAL ? pagePaths.console : `${pagePaths.console}?days=${days}`,
      words: words.days(Number(days)),
      isCurrent: days === period,
    }))
    const pending = `${pagePaths.consoleInvites}?status=pending`
    return consoleDocument(
      { view, visit, looks, title: words.title, aside: <Chips label={words.period} chips={periods} /> },
      <>
        <ul class="tiles">
          <Tile
            view={view}
            {...(may(visit, 'users:read') && { href: pagePaths.consoleUsers })}
            label={words.accounts}
            count={figures.accounts}
          />
          {enableInvite && (
            <Tile
              view={view}
              {...(may(visit, 'invites:write') && { href: pending })}
              label={words.pendingInvites}
              count={figures.pendingInvites}
            />
          )}
        </ul>
        <ActiveUsers view={view} figures={figures} />
        <Charts view={view} figures={figures} />
        <div class="halves uneven">
          {events && <RecentEvents view={view} events={events} />}
          <ServiceFacts view={view} figures={figures} more={more} />
        </div>
      </>,
    )
  },
})

type TileProps = { readonly view: View; readonly href?: string; readonly label: string; readonly count: number }

function Tile({ view: { locale }, href, label, count }: TileProps) {
  const content = (
    <>
      <span>{label}</span>
      <b class="figure">{new Intl.NumberFormat(locale).format(count)}</b>
    </>
  )
  return (
    <li>
      {href === undefined ? (
        <div class="tile">{content}</div>
      ) : (
        <a class="tile" href={href}>
          {content}
        </a>
      )}
    </li>
  )
}

/** Each account once, however often and wherever it was active. */
function ActiveUsers({ view, figures: { activeUsers } }: ChartsProps) {
  const words = view.t.console.dashboard
  const number = new Intl.NumberFormat(view.locale).format
  return (
    <Panel id="active" title={words.activeUsers} lead={words.activeLead}>
      <ul class="figures">
        {activeUsers.map(({ days, users, previous }) => (
          <li key={days}>
            <small class="faint">{days === 1 ? words.today : words.days(days)}</small>
            <b class="figure">{number(users)}</b>
            {previous !== null && (
              <small class="faint">{days === 1 ? words.yesterday(number(previous)) : words.before(number(previous), days)}</small>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  )
}

type ChartsProps = { readonly view: View; readonly figures: Static<typeof statistics.reply> }

function Charts({ view, figures: { days, previous } }: ChartsProps) {
  const words = view.t.console.dashboard
  const signUps = days.map(({ day, signUps }) => ({ day, count: signUps }))
  const signIns = days.map(({ day, signIns, failedSignIns }) => ({ day, count: signIns, failed: failedSignIns }))
  return (
    <div class="halves">
      <DayChart view={view} name="sign-ups" what={words.signUps} bars={signUps} before={previous?.signUps} />
      <DayChart view={view} name="sign-ins" what={words.signIns} bars={signIns} before={previous?.signIns} />
      <DaysTable view={view} days={days} />
    </div>
  )
}
