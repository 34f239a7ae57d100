import {
  type Count,
  collect,
  countMatches,
  isOutOfReach,
  MOST_COUNTED,
  type Pace,
  type Sources,
  shortest,
} from './bounded-scan.ts'
import type { Queries } from './engine.ts'
import type { Match, Source } from './index-ranges.ts'
import { type ListPage, noPage, pageIn, pageOf, precedes, type Slice } from './list-page.ts'

/**
 * One page of what matches, in the order of `walked`, and how many there are in all. The first candidates that end soon are collected
 * and sorted; where none do, all rows are walked in the wanted order.
 */
export async function findMatches(
  sql: Queries,
  candidates: readonly Sources[],
  walked: Source,
  slice: Slice,
  pace: Pace,
): Promise<Count & ListPage> {
  const few = candidates.length > 0 ? await shortest(sql, candidates, pace.few) : undefined
  if (few) return pageOfAll(await collect(sql, few, pace), walked.isDescending, slice)
  const count = await countMatches(sql, candidates[0] ?? [walked], pace)
  const page = isOutOfReach(walked, slice, count) ? noPage(slice.offset, count.isCapped) : await pageOf(sql, walked, slice, pace)
  return { ...count, ...page }
}

function pageOfAll(matches: readonly Match[], isDescending: boolean, slice: Slice): Count & ListPage {
  const sorted = matches.toSorted((a, b) => (precedes(a, b, isDescending) ? -1 : 1))
  const total = Math.min(matches.length, MOST_COUNTED)
  return { total, isCapped: matches.length > MOST_COUNTED, ...pageIn(sorted, isDescending, slice) }
}
