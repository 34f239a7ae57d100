import { formatDuration } from './duration.ts'

const UNITS: Readonly<Record<string, string>> = { ms: 'millisecond', s: 'second', m: 'minute', h: 'hour', d: 'day' }

/** `15 minutes`, `1 hour`, `7 days`: the largest unit that leaves no rest, as a person would say it. */
export const humanDuration = (ms: number): string => {
  const short = formatDuration(ms)
  const unit = UNITS[short.replace(/^\d+/, '')] ?? 'millisecond'
  return new Intl.NumberFormat('en', { style: 'unit', unit, unitDisplay: 'long' }).format(Number.parseInt(short, 10))
}
