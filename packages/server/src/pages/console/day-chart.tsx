import type { View } from '../view.ts'

interface Bar {
  /** `YYYY-MM-DD` */
  readonly day: string
  readonly count: number
}

/** Of the drawing, which is stretched to the room there is. */
const HEIGHT = 100
const STEP = 10
const GAP = 2

export const dayText = ({ locale }: View, day: string): string =>
  new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(new Date(day))

/** Bars for what happened on each day. A reader who cannot see them is told the total and the busiest day. */
export function DayChart({ view, what, bars }: { readonly view: View; readonly what: string; readonly bars: readonly Bar[] }) {
  const words = view.t.console.dashboard
  const text = new Intl.NumberFormat(view.locale).format
  const busiest = bars.reduce((best, bar) => (bar.count > best.count ? bar : best))
  const total = bars.reduce((sum, { count }) => sum + count, 0)
  const label =
    total === 0 ? words.quietChart(what) : words.chart(what, text(total), text(busiest.count), dayText(view, busiest.day))
  return (
    <figure>
      <figcaption>
        <h2>{what}</h2>
        <p>
          <b class="figure">{text(total)}</b> <span class="faint">{words.lastDays(bars.length)}</span>
        </p>
      </figcaption>
      <svg class="chart" viewBox={`0 0 ${bars.length * STEP} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={label}>
        {bars.map(({ day, count }, index) => {
          const height = busiest.count === 0 ? 0 : Math.round((count / busiest.count) * HEIGHT * 10) / 10
          return (
            <g key={day}>
              <title>{words.bar(dayText(view, day), text(count))}</title>
              <rect class="day" x={index * STEP} y="0" width={STEP} height={HEIGHT} />
              <rect x={index * STEP + GAP / 2} y={HEIGHT - height} width={STEP - GAP} height={height} />
            </g>
          )
        })}
      </svg>
      <p class="axis" aria-hidden="true">
        <span>{dayText(view, bars[0]?.day ?? '')}</span>
        <span>{dayText(view, bars.at(-1)?.day ?? '')}</span>
      </p>
    </figure>
  )
}
