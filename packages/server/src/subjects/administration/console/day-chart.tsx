import type { View } from '../../../gate/pages/view.ts'
import { scaleFor, ticksFor } from './chart-scale.ts'

/** `day` is `YYYY-MM-DD`; `failed` is not part of `count`. */
type Bar = { readonly day: string; readonly count: number; readonly failed?: number }

interface DayChartProps {
  readonly view: View
  /** The name of the radio buttons, unique on the page. */
  readonly name: string
  readonly what: string
  /** The oldest first; the last is today, which is not over. */
  readonly bars: readonly Bar[]
  /** The total of as many days before; undefined where the log does not reach back that far. */
  readonly before: number | undefined
}

/** Units of the drawing, which is stretched to the room there is. */
const HEIGHT = 100
const STEP = 10
const GAP = 2

export const dayText = ({ locale }: View, day: string): string =>
  new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(new Date(day))

/** A reader who cannot see the bars is told the total and the busiest day. */
export function DayChart({ view, name, what, bars, before }: DayChartProps) {
  const words = view.t.console.dashboard
  const text = new Intl.NumberFormat(view.locale).format
  const busiest = bars.reduce((best, bar) => (bar.count > best.count ? bar : best))
  const total = bars.reduce((sum, { count }) => sum + count, 0)
  const top = scaleFor(Math.max(...bars.map(({ count, failed = 0 }) => count + failed)))
  const label =
    total === 0 ? words.quietChart(what) : words.chart(what, text(total), text(busiest.count), dayText(view, busiest.day))
  const hasFailures = bars.some(({ failed }) => failed !== undefined)
  return (
    <figure class="panel">
      <figcaption>
        <h2>{what}</h2>
        <p>
          <b class="figure">{text(total)}</b> <span class="faint">{words.lastDays(bars.length)}</span>
        </p>
        {before !== undefined && <p class="hint">{words.before(text(before), bars.length)}</p>}
        {hasFailures && (
          <Legend view={view} succeeded={text(total)} failed={text(bars.reduce((sum, { failed = 0 }) => sum + failed, 0))} />
        )}
      </figcaption>
      <div class="plot">
        <p class="scale" aria-hidden="true">
          <span>{text(top)}</span>
          <span>{text(top / 2)}</span>
          <span>0</span>
        </p>
        <Drawing bars={bars} top={top} />
        <Values view={view} name={name} label={label} bars={bars} />
        <p class="axis" aria-hidden="true">
          {ticksFor(bars.length).map((at) => (
            <span key={at}>{at === bars.length - 1 ? words.today : dayText(view, bars[at]?.day ?? '')}</span>
          ))}
        </p>
      </div>
    </figure>
  )
}

type LegendProps = { readonly view: View; readonly succeeded: string; readonly failed: string }

const Legend = ({ view: { t }, succeeded, failed }: LegendProps) => (
  <p class="legend hint">
    <span>
      <span class="key" aria-hidden="true" /> {t.common.labelled(t.console.dashboard.succeeded, succeeded)}
    </span>{' '}
    <span>
      <span class="key failed" aria-hidden="true" /> {t.common.labelled(t.console.dashboard.failed, failed)}
    </span>
  </p>
)

/** One path for all days of a series keeps the page small. */
function Drawing({ bars, top }: { readonly bars: readonly Bar[]; readonly top: number }) {
  const shape = (at: number, from: number, count: number): string => {
    const height = round((count / top) * HEIGHT)
    const y = round(HEIGHT - round((from / top) * HEIGHT))
    return height === 0 ? '' : `M${at * STEP + GAP / 2} ${y}v-${height}h${STEP - GAP}v${height}z`
  }
  const over = bars.slice(0, -1)
  const last = bars.at(-1)
  return (
    <svg viewBox={`0 0 ${bars.length * STEP} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      <path class="grid" d={`M0 0H${bars.length * STEP}M0 ${HEIGHT / 2}H${bars.length * STEP}`} />
      <path d={over.map(({ count }, at) => shape(at, 0, count)).join('')} />
      <path class="failed" d={over.map(({ count, failed = 0 }, at) => shape(at, count, failed)).join('')} />
      {last && <path class="today" d={shape(over.length, 0, last.count)} />}
      {last && <path class="failed today" d={shape(over.length, last.count, last.failed ?? 0)} />}
    </svg>
  )
}

const round = (value: number): number => Math.round(value * 10) / 10

type ValuesProps = Pick<DayChartProps, 'view' | 'name' | 'bars'> & { readonly label: string }

/** Radio buttons over the bars show the value of a day to pointer, touch and arrow keys without a script. */
function Values({ view, name, label, bars }: ValuesProps) {
  const words = view.t.console.dashboard
  const text = new Intl.NumberFormat(view.locale).format
  return (
    <fieldset class="values">
      <legend class="visually-hidden">{label}</legend>
      {bars.map(({ day, count, failed }, at) => {
        const when = at === bars.length - 1 ? words.today : dayText(view, day)
        const value = failed === undefined ? words.bar(when, text(count)) : words.barWithFailed(when, text(count), text(failed))
        return <input key={day} type="radio" name={name} aria-label={value} />
      })}
    </fieldset>
  )
}
