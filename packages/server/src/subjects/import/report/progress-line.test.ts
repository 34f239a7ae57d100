import { expect, it } from 'vitest'
import { progressLine } from './progress-line.ts'

const counts = (created: number) => ({ outcomes: { created }, reasons: {}, notes: {} })
const BEGINNING = { records: 0, share: 0 }

it('says how far an import is, how fast, and for how long still', () => {
  const seen = { counts: counts(50_000), share: 0.25, elapsedMs: 30_000, begun: BEGINNING }
  expect(progressLine(seen)).toBe('[======                  ] 25%  50,000 records  1,667/s  2 min left')
})

it('counts from where this process has begun', () => {
  const seen = { counts: counts(50_000), share: 0.75, elapsedMs: 10_000, begun: { records: 40_000, share: 0.5 } }
  expect(progressLine(seen)).toContain('50,000 records  1,000/s  10 s left')
})

it('knows no end where a database is read, nor before anything is', () => {
  expect(progressLine({ counts: counts(7), share: undefined, elapsedMs: 1000, begun: BEGINNING })).toBe('7 records  7/s')
  expect(progressLine({ counts: counts(0), share: 0, elapsedMs: 0, begun: BEGINNING })).not.toContain('left')
})
