import { formatDuration } from './duration.ts'
import { DEFAULT_LANGUAGE } from './language.ts'
import { memoise } from './memoise.ts'

const UNITS: Readonly<Record<string, string>> = { ms: 'millisecond', s: 'second', m: 'minute', h: 'hour', d: 'day' }

/** `15 minutes`, `1 hour`, `7 days`: in the largest unit that leaves no remainder. */
export const humanDuration = (ms: number, language: string = DEFAULT_LANGUAGE): string => {
  const short = formatDuration(ms)
  const unit = UNITS[short.replace(/^\d+/, '')] ?? 'millisecond'
  return format(`${language} ${unit}`).format(Number.parseInt(short, 10))
}

/** Making a formatter takes as long as writing half a mail. */
const format = memoise(100, (key) => {
  const [language, unit = ''] = key.split(' ')
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' })
})
