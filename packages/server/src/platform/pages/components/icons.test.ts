import { expect, it } from 'vitest'
import { lines, marks } from './icons.ts'

it('is a small set, drawn for a field of 24 by 24', () => {
  const paths = [...Object.values(lines), ...Object.values(marks)]
  expect(paths.join('').length).toBeLessThan(4096)
  for (const path of paths) expect(path).toMatch(/^[Mm][\d\s.,a-zA-Z-]+$/)
})
