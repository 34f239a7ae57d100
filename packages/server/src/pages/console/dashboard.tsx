import { statistics } from '../../features/admin/statistics.ts'
import { pagePaths } from '../../kernel/page-paths.ts'
import type { Looks } from '../components/layout.tsx'
import { type Hosted, type View, viewOf } from '../view.ts'
import { consoleDocument } from './console-document.tsx'
import { DayChart, dayText } from './day-chart.tsx'

/** `/console`: how many there are, and how busy it is. */
export const dashboardPage = (looks: Looks): Hosted => ({
  path: pagePaths.console,
  for: 'administrators',

  async show(visit) {
    const view = viewOf(visit)
    const words = view.t.console.dashboard
    const { accounts, pendingInvites, days } = await visit.run(statistics)
    const { enableInvite } = visit.deps.config.registration
    return consoleDocument({
      view,
      visit,
      looks,
      title: words.title,
      children: (
        <>
          <ul class="tiles">
            <Tile view={view} href={pagePaths.consoleUsers} label={words.accounts} count={accounts} />
            {enableInvite && (
              <Tile
                view={view}
                href={`${pagePaths.consoleInvites}?status=pending`}
                label={words.pendingInvites}
                count={pendingInvites}
              />
            )}
          </ul>
          <section class="panel">
            <div class="halves">
              <DayChart view={view} what={words.signUps} bars={days.map(({ day, signUps }) => ({ day, count: signUps }))} />
              <DayChart view={view} what={words.signIns} bars={days.map(({ day, signIns }) => ({ day, count: signIns }))} />
            </div>
            <DaysTable view={view} days={days} />
          </section>
        </>
      ),
    })
  },
})

interface TileProps {
  readonly view: View
  readonly href: string
  readonly label: string
  readonly count: number
}

const Tile = ({ view: { locale }, href, label, count }: TileProps) => (
  <li>
    <a class="tile" href={href}>
      <span>{label}</span>
      <b class="figure">{new Intl.NumberFormat(locale).format(count)}</b>
    </a>
  </li>
)

interface DaysTableProps {
  readonly view: View
  readonly days: readonly { readonly day: string; readonly signUps: number; readonly signIns: number }[]
}

/** The charts in numbers, the newest day first. */
function DaysTable({ view, days }: DaysTableProps) {
  const words = view.t.console.dashboard
  const text = new Intl.NumberFormat(view.locale).format
  return (
    <details class="ask">
      <summary class="button small">{words.asTable}</summary>
      <table class="plain">
        <caption class="visually-hidden">{words.tableCaption}</caption>
        <thead>
          <tr>
            <th scope="col">{words.day}</th>
            <th scope="col">{words.signUps}</th>
            <th scope="col">{words.signIns}</th>
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map(({ day, signUps, signIns }) => (
            <tr key={day}>
              <th scope="row">{dayText(view, day)}</th>
              <td>{text(signUps)}</td>
              <td>{text(signIns)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
