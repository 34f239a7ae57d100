import { type Counts, totalOf } from './counts.ts'

const WIDTH = 24
const UNITS = [
  [3600, 'h'],
  [60, 'min'],
  [1, 's'],
] as const

interface Seen {
  readonly counts: Counts
  /** How much of the file is read, from 0 to 1; undefined where that is not known. */
  readonly share: number | undefined
  /** Since this process began, and at what it began. */
  readonly elapsedMs: number
  readonly begun: { readonly records: number; readonly share: number }
}

/** How far it is, how fast and for how long still. */
export function progressLine({ counts, share, elapsedMs, begun }: Seen): string {
  const records = totalOf(counts)
  const rate = Math.round(((records - begun.records) * 1000) / Math.max(1, elapsedMs))
  const told = `${records.toLocaleString('en')} records  ${rate.toLocaleString('en')}/s`
  if (share === undefined) return told
  const done = Math.round(share * WIDTH)
  const progressed = share - begun.share
  const left = progressed > 0 ? `  ${inWords((elapsedMs * (1 - share)) / progressed / 1000)} left` : ''
  return `[${'='.repeat(done)}${' '.repeat(WIDTH - done)}] ${Math.floor(share * 100)}%  ${told}${left}`
}

function inWords(seconds: number): string {
  const [size, name] = UNITS.find(([one]) => seconds >= one) ?? [1, 's']
  return `${Math.ceil(seconds / size)} ${name}`
}
