import { collect, countMatches, isOutOfReach, MOST_COUNTED, type ScanBudget, type Sources, shortest } from './bounded-scan.ts'
import type { Queries } from './engine.ts'
import type { IndexRangeQuery } from './index-ranges.ts'
import { noPage, pageIn, pageOf, type Slice, sortsBefore } from './list-page.ts'

/** The first candidates that end soon are collected and sorted; where none does, all rows are walked in the wanted order. */
export async function findMatches(
  sql: Queries,
  candidates: readonly Sources[],
  walked: IndexRangeQuery,
  slice: Slice,
  pace: ScanBudget,
) {
  const few = candidates.length > 0 ? await shortest(sql, candidates, pace.few) : undefined
  if (few) {
    const { isDescending } = walked
    const matches = (await collect(sql, few, pace)).toSorted((a, b) => (sortsBefore(a, b, isDescending) ? -1 : 1))
    const total = Math.min(matches.length, MOST_COUNTED)
    return { total, isCapped: matches.length > MOST_COUNTED, ...pageIn(matches, isDescending, slice) }
  }
  const count = await countMatches(sql, candidates[0] ?? [walked], pace)
  if (isOutOfReach(walked, slice, count)) return { ...count, ...noPage(slice.offset, count.isCapped) }
  return { ...count, ...(await pageOf(sql, walked, slice, pace)) }
}
