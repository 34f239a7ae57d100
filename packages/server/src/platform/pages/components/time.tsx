import { type ComponentChildren, createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { View } from '../view.ts'
import { sentence } from './sentence.ts'

type TimeProps = { readonly view: View; readonly at: string; readonly label?: string }

/**
 * Whose clock a page goes by. No request tells the reader's time zone, so elsewhere the text is in UTC and says so, and a script
 * shows local time. Administrators compare times with those of other people and of logs: they have UTC, to the second, and one line
 * for the whole page that says it.
 */
export const IsAllInUtc = createContext(false)

const inUtc = ({ locale }: View, at: string, timeStyle: 'short' | 'medium'): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle, timeZone: 'UTC' })
    .format(new Date(at))
    .replace(/ (?=\p{L}+\.?$)/u, '\u00a0')

const withZone = (view: View, at: string, timeStyle: 'short' | 'medium'): string => `${inUtc(view, at, timeStyle)} UTC`

export function Time({ view, at, label }: TimeProps) {
  const isInUtc = useContext(IsAllInUtc)
  const time = (
    <time dateTime={at} {...(!isInUtc && { 'data-local': true })}>
      {isInUtc ? inUtc(view, at, 'medium') : withZone(view, at, 'short')}
    </time>
  )
  return label === undefined ? (
    time
  ) : (
    <span>
      {label} {time}
    </span>
  )
}

export function Ago({ view, at, label }: TimeProps) {
  const isInUtc = useContext(IsAllInUtc)
  const time = (
    <time dateTime={at} title={withZone(view, at, isInUtc ? 'medium' : 'short')} {...(!isInUtc && { 'data-local': true })}>
      {ago(view, at)}
    </time>
  )
  return label === undefined ? time : <Happened view={view} label={label} when={time} />
}

type HappenedProps = { readonly view: View; readonly label: string; readonly when: ComponentChildren }

export const Happened = ({ view, label, when }: HappenedProps) => (
  <span>{sentence((text) => view.t.common.happened(label, text), when)}</span>
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
