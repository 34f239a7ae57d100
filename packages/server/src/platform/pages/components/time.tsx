import type { JSX } from 'preact'
import type { View } from '../view.ts'

type TimeProps = { readonly view: View; readonly at: string; readonly label?: string }

const labelled = (label: string | undefined, time: JSX.Element) =>
  label === undefined ? (
    time
  ) : (
    <span>
      {label} {time}
    </span>
  )

const inUtc = ({ locale }: View, at: string, timeStyle: 'short' | 'medium'): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle, timeZone: 'UTC' }).format(new Date(at))

const absolute = (view: View, at: string): string => `${inUtc(view, at, 'short')} UTC`

export const Moment = ({ view, at }: Omit<TimeProps, 'label'>) => <time dateTime={at}>{absolute(view, at)}</time>

/** With seconds, and without the zone: a line beside the list says it for all of them. */
export const Instant = ({ view, at }: Omit<TimeProps, 'label'>) => <time dateTime={at}>{inUtc(view, at, 'medium')}</time>

/** No request tells the reader's time zone, so the text is in UTC, and a script shows local time. */
export const Time = ({ view, at, label }: TimeProps) =>
  labelled(
    label,
    <time dateTime={at} data-local>
      {absolute(view, at)}
    </time>,
  )

export const Ago = ({ view, at, label }: TimeProps) =>
  labelled(
    label,
    <time dateTime={at} title={absolute(view, at)} data-local>
      {ago(view, at)}
    </time>,
  )

const MINUTE = 60_000
const UNITS = [
  ['minute', MINUTE, 60 * MINUTE],
  ['hour', 60 * MINUTE, 24 * 60 * MINUTE],
  ['day', 24 * 60 * MINUTE, 30 * 24 * 60 * MINUTE],
  ['month', 30 * 24 * 60 * MINUTE, 365 * 24 * 60 * MINUTE],
  ['year', 365 * 24 * 60 * MINUTE, Number.POSITIVE_INFINITY],
] as const

function ago({ locale, now, t }: View, at: string): string {
  const passed = Math.max(0, now - Date.parse(at))
  if (passed < MINUTE) return t.common.justNow
  const [unit, length] = UNITS.find(([, , end]) => passed < end) ?? UNITS[4]
  return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(-Math.floor(passed / length), unit)
}
