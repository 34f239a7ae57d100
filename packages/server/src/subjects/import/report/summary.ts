import { type Counts, totalOf } from './counts.ts'

const OUTCOMES = ['created', 'linked', 'skipped', 'refused'] as const

const many = (count: number, what: string): string => `${count.toLocaleString('en')} ${what}${count === 1 ? '' : 's'}`

/** What has happened, or will, by count and reason. */
export function summaryOf(counts: Counts, isDryRun: boolean): readonly string[] {
  const { outcomes, reasons, notes } = counts
  const reasonsOf = (outcome: string) =>
    Object.entries(reasons)
      .filter(([key]) => key.startsWith(`${outcome} `))
      .map(([key, count]) => `${key.slice(outcome.length + 1)} ${count.toLocaleString('en')}`)
  const lines = OUTCOMES.flatMap((outcome) => {
    const [count = 0, why] = [outcomes[outcome], reasonsOf(outcome)]
    const detail = why.length > 0 ? ` (${why.join(', ')})` : ''
    return count > 0 ? [`  ${outcome.padEnd(8)} ${count.toLocaleString('en')}${detail}`] : []
  })
  const { administrator_at_source: administrators = 0, ...others } = notes
  const noted = Object.entries(others).map(([note, count]) => `${note} ${count.toLocaleString('en')}`)
  return [
    `${many(totalOf(counts), 'record')} ${isDryRun ? 'would be read so, and nothing was written' : 'read'}:`,
    ...lines,
    ...(noted.length > 0 ? [`Noted: ${noted.join(', ')}.`] : []),
    ...(administrators > 0
      ? [`${many(administrators, 'administrator')} of the source came as ordinary accounts (--admins FIELD=VALUE).`]
      : []),
  ]
}
