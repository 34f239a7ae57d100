import { boundedScan, type Pace } from './bounded-scan.ts'
import type { Queries, Value } from './engine.ts'
import { type Match, reversed, type Source } from './index-ranges.ts'

/** A place between the rows of a list, at one that may be gone by now. */
export interface Position extends Match {
  /** For the page that ends before it; else for the one that begins behind it. */
  readonly isBefore: boolean
  /** How many rows lay before it, for a reader who came from the first page. */
  readonly passed: number
}

export interface Slice {
  readonly limit: number
  readonly offset: number
  /** Where to begin, instead of at the first row. */
  readonly at?: Position | undefined
}

export interface ListPage {
  readonly matches: readonly Match[]
  /** How many rows lie before. */
  readonly offset: number
  readonly next: Position | undefined
  readonly previous: Position | undefined
  /** The page begins further away than is walked: such rows are reached by positions only. */
  readonly isTooFar: boolean
}

export const noPage = (offset: number, isTooFar: boolean): ListPage => ({
  matches: [],
  offset,
  next: undefined,
  previous: undefined,
  isTooFar,
})

/** One page of a source that is in the wanted order. Where few rows match it may be short, and go on all the same. */
export async function pageOf(sql: Queries, source: Source, { limit, offset, at }: Slice, pace: Pace): Promise<ListPage> {
  if (at?.isBefore) return (await pageBefore(sql, source, limit, at, pace)) ?? pageOf(sql, source, { limit, offset: 0 }, pace)
  const way = { behind: at && keyAt(source, at), skip: offset, take: limit + 1 }
  const { matches, reached, passed } = await boundedScan(sql, source, way, pace)
  if (passed < offset && reached) return noPage(offset, true)
  const shown = matches.slice(0, limit)
  return between(shown, {
    offset: at?.passed ?? offset,
    before: at?.passed ?? Math.min(offset, passed),
    isFirst: offset === 0 && !at,
    isLast: matches.length <= limit && !reached,
    reached: reached && placeOf(reached),
    end: endOf(source.isDescending, source.end.at(-1) as number),
  })
}

/** Undefined where that would be the first page, or less than one. */
async function pageBefore(sql: Queries, source: Source, limit: number, at: Position, pace: Pace): Promise<ListPage | undefined> {
  const way = { behind: keyAt(source, at), skip: 0, take: limit + 1 }
  const { matches, reached } = await boundedScan(sql, reversed(source), way, pace)
  if (matches.length <= limit && !reached) return undefined
  const shown = matches.slice(0, limit).toReversed()
  const offset = Math.max(0, at.passed - shown.length)
  const end = reached ? placeOf(reached) : at
  const page = between(shown, { offset, before: offset, isFirst: false, isLast: false, reached: undefined, end })
  if (!reached) return page
  return {
    ...page,
    next: page.next ?? { ...end, isBefore: false, passed: offset },
    previous: { ...end, isBefore: true, passed: offset },
  }
}

/** The same from all matches, which are in the wanted order. */
export function pageIn(matches: readonly Match[], isDescending: boolean, { limit, offset, at }: Slice): ListPage {
  const first = at ? startAt(matches, isDescending, limit, at) : offset
  const shown = matches.slice(first, first + limit)
  return between(shown, {
    offset: first,
    before: Math.min(first, matches.length),
    isFirst: first === 0,
    isLast: first + limit >= matches.length,
    reached: undefined,
    end: endOf(isDescending),
  })
}

function startAt(matches: readonly Match[], isDescending: boolean, limit: number, at: Position): number {
  const index = matches.findIndex((one) => (at.isBefore ? !precedes(one, at, isDescending) : precedes(at, one, isDescending)))
  const found = index < 0 ? matches.length : index
  return at.isBefore ? Math.max(0, found - limit) : found
}

/** Ids are of one form, so databases and programs sort them alike. */
export const precedes = (a: Match, b: Match, isDescending: boolean): boolean =>
  a.moment === b.moment ? a.id !== b.id && a.id < b.id !== isDescending : a.moment < b.moment !== isDescending

interface Edges {
  readonly offset: number
  /** How many there really are before: an offset may be beyond them all. */
  readonly before: number
  readonly isFirst: boolean
  readonly isLast: boolean
  /** How far the list was read, where that is not its end. */
  readonly reached: Match | undefined
  /** Behind everything that the list has. */
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

/** Rows have ids that come after this one. */
const NOBODY = '00000000-0000-0000-0000-000000000000'

const endOf = (isDescending: boolean, bound = isDescending ? -1 : Number.MAX_SAFE_INTEGER): Match => ({
  moment: isDescending ? Math.max(0, bound + 1) : bound,
  id: NOBODY,
})

/** The key of a source ends with the moment and the id; what comes before has one value in all of it. */
const keyAt = ({ key, start }: Source, { moment, id }: Match): readonly Value[] => [...start.slice(0, key.length - 2), moment, id]

const placeOf = (key: readonly Value[]): Match => ({ moment: key.at(-2) as number, id: key.at(-1) as string })
