import { boundedScan, type ScanBudget } from './bounded-scan.ts'
import type { Queries, Value } from './engine.ts'
import { type IndexRangeQuery, type Match, reversed } from './index-ranges.ts'

/** A place in a list, given by a row that may be gone by now. */
export interface Position extends Match {
  /** The page ends before this row; else the page begins behind it. */
  readonly isBefore: boolean
  /** How many rows lay before this one, for a reader who came from the first page. */
  readonly passed: number
}

export interface Slice {
  readonly limit: number
  readonly offset: number
  readonly at?: Position | undefined
}

export interface ListPage {
  readonly matches: readonly Match[]
  readonly offset: number
  readonly next: Position | undefined
  readonly previous: Position | undefined
  /** Counting to the offset would take too long: such rows are reached by positions only. */
  readonly isTooFar: boolean
}

export const noPage = (offset: number, isTooFar: boolean): ListPage => {
  return { matches: [], offset, next: undefined, previous: undefined, isTooFar }
}

/** Where few rows match, a page may be shorter than `limit` although there are more. */
export async function pageOf(
  sql: Queries,
  source: IndexRangeQuery,
  { limit, offset, at }: Slice,
  pace: ScanBudget,
): Promise<ListPage> {
  if (at?.isBefore) return (await pageBefore(sql, source, limit, at, pace)) ?? pageOf(sql, source, { limit, offset: 0 }, pace)
  const range = { behind: at && keyAt(source, at), skip: offset, take: limit + 1 }
  const { matches, reached, passed } = await boundedScan(sql, source, range, pace)
  if (passed < offset && reached) return noPage(offset, true)
  return between(matches.slice(0, limit), {
    offset: at?.passed ?? offset,
    before: at?.passed ?? Math.min(offset, passed),
    isFirst: offset === 0 && !at,
    isLast: matches.length <= limit && !reached,
    reached: reached && matchOf(reached),
    end: endOf(source.isDescending, source.end.at(-1) as number),
  })
}

/** Undefined where that would be the first page, or less than a whole page. */
async function pageBefore(
  sql: Queries,
  source: IndexRangeQuery,
  limit: number,
  at: Position,
  pace: ScanBudget,
): Promise<ListPage | undefined> {
  const range = { behind: keyAt(source, at), skip: 0, take: limit + 1 }
  const { matches, reached } = await boundedScan(sql, reversed(source), range, pace)
  if (matches.length <= limit && !reached) return undefined
  const shown = matches.slice(0, limit).toReversed()
  const offset = Math.max(0, at.passed - shown.length)
  const end = reached ? matchOf(reached) : at
  const page = between(shown, { offset, before: offset, isFirst: false, isLast: false, reached: undefined, end })
  if (!reached) return page
  const previous = { ...end, isBefore: true, passed: offset }
  return { ...page, next: page.next ?? { ...previous, isBefore: false }, previous }
}

/** The matches are complete, and in the wanted order. */
export function pageIn(matches: readonly Match[], isDescending: boolean, { limit, offset, at }: Slice): ListPage {
  const first = at ? startAt(matches, isDescending, limit, at) : offset
  return between(matches.slice(first, first + limit), {
    offset: first,
    before: Math.min(first, matches.length),
    isFirst: first === 0,
    isLast: first + limit >= matches.length,
    reached: undefined,
    end: endOf(isDescending),
  })
}

function startAt(matches: readonly Match[], isDescending: boolean, limit: number, at: Position): number {
  const index = matches.findIndex((one) =>
    at.isBefore ? !sortsBefore(one, at, isDescending) : sortsBefore(at, one, isDescending),
  )
  const found = index < 0 ? matches.length : index
  return at.isBefore ? Math.max(0, found - limit) : found
}

/** Ids all have the same form, so a database and JavaScript sort them alike. */
export const sortsBefore = (a: Match, b: Match, isDescending: boolean): boolean =>
  a.moment === b.moment ? a.id !== b.id && a.id < b.id !== isDescending : a.moment < b.moment !== isDescending

interface Edges {
  readonly offset: number
  /** The rows that really lie before: an offset may be larger than the whole list. */
  readonly before: number
  readonly isFirst: boolean
  readonly isLast: boolean
  /** Where the scan stopped before the end of the list. */
  readonly reached: Match | undefined
  /** Behind every row of the list. */
  readonly end: Match
}

function between(matches: readonly Match[], { offset, before, isFirst, isLast, reached, end }: Edges): ListPage {
  const [first, last] = [matches[0] ?? reached ?? end, reached ?? matches.at(-1)]
  return {
    matches,
    offset,
    next: isLast || !last ? undefined : { ...last, isBefore: false, passed: offset + matches.length },
    previous: isFirst ? undefined : { ...first, isBefore: true, passed: before },
    isTooFar: false,
  }
}

/** Sorts before every id. */
const LEAST_ID = '00000000-0000-0000-0000-000000000000'

const endOf = (isDescending: boolean, bound = isDescending ? -1 : Number.MAX_SAFE_INTEGER): Match => {
  return { moment: isDescending ? Math.max(0, bound + 1) : bound, id: LEAST_ID }
}

/** The key of a source ends with the moment and the id; its other columns have one value in the whole source. */
const keyAt = ({ key, start }: IndexRangeQuery, { moment, id }: Match): readonly Value[] => [
  ...start.slice(0, key.length - 2),
  moment,
  id,
]

const matchOf = (key: readonly Value[]): Match => ({ moment: key.at(-2) as number, id: key.at(-1) as string })
