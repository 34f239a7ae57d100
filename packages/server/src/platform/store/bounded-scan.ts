import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Queries, Value } from './engine.ts'
import { countIn, firstIn, type IndexRangeQuery, indexRanges, isLonger, lengthOf, type Match } from './index-ranges.ts'

/** Counting ends here: no reader needs a larger total, and the answer says that there are more. */
export const MOST_COUNTED = 10_000

export interface ScanBudget {
  /** Sources of at most so many rows are read as a whole. */
  readonly few: number
  /** Rows that one query reads: a few milliseconds of SQLite, during which all other requests wait. */
  readonly stretch: number
  /** How many such queries one search may take. */
  readonly stretches: number
}

export const PACE: ScanBudget = { few: MOST_COUNTED, stretch: 20_000, stretches: 20 }
/** A lookup in another table costs as much as reading so many rows, and so does a row that is returned. */
const LOOKUP_COST = 10
/** Sorting a row costs this part of a lookup. */
const SORT_LOOKUPS = 0.3
/** Matches are often near, so the first steps are small. */
const FIRST_STEP = 100

const rowsAtOnce = (pace: ScanBudget, lookups: number): number => Math.ceil(pace.stretch / (1 + LOOKUP_COST * lookups))

/** The most rows that one search may look at. */
export const maxRowsScanned = (pace: ScanBudget, lookups: number): number => pace.stretches * rowsAtOnce(pace, lookups)

/** Together these sources have every match, and none twice. */
export type Sources = readonly IndexRangeQuery[]

/** The candidate that ends first, if one ends within `few` rows. All are tried in growing steps, so no long one is read far. */
export async function shortest(sql: Queries, candidates: readonly Sources[], few: number): Promise<Sources | undefined> {
  for (let step = Math.min(FIRST_STEP, few); ; step = Math.min(step * 10, few)) {
    for (const sources of candidates) {
      if (!(await isAnyLonger(sql, sources, step))) return sources
      await nextTurn()
    }
    if (step === few) return undefined
  }
}

async function isAnyLonger(sql: Queries, sources: Sources, rows: number): Promise<boolean> {
  for (const source of sources) if (await isLonger(sql, source, rows)) return true
  return false
}

export interface Count {
  readonly total: number
  /** There are more matches, or there may be and counting on would have taken too long. */
  readonly isCapped: boolean
}

export async function countMatches(sql: Queries, sources: Sources, pace: ScanBudget): Promise<Count> {
  let total = 0
  let left = pace.stretches
  for (const source of sources) {
    if (!hasTests(source)) total += await lengthOf(sql, source, MOST_COUNTED + 1)
    else
      for await (const stretch of indexRanges(sql, source, rowsAtOnce(pace, source.lookups))) {
        if (left-- === 0) return { total, isCapped: true }
        total += await countIn(sql, source, stretch)
        if (total > MOST_COUNTED) break
      }
    if (total > MOST_COUNTED) return { total: MOST_COUNTED, isCapped: true }
  }
  return { total, isCapped: false }
}

/** Only for sources that are known to be short: every match is held in memory. */
export async function collect(sql: Queries, sources: Sources, pace: ScanBudget): Promise<readonly Match[]> {
  const matches: Match[] = []
  for (const source of sources)
    for await (const stretch of indexRanges(sql, source, rowsAtOnce(pace, source.lookups + 1)))
      matches.push(...(await firstIn(sql, source, stretch, stretch.rows)))
  return matches
}

const hasTests = ({ tests }: IndexRangeQuery): boolean => tests.conditions.length > 0

/** Such a page lies behind the end of the list, or so far into it that testing every row before it would take too long. */
export const isOutOfReach = (source: IndexRangeQuery, { offset }: { readonly offset: number }, { isCapped }: Count): boolean =>
  offset > MOST_COUNTED && (!isCapped || hasTests(source))

/**
 * Where rows need no test, skipping them is cheap and has no limit. `reached` is the key of the last row that was looked at, where
 * going on would have taken too long; `passed` counts the matches that were skipped or found.
 */
export async function boundedScan(
  sql: Queries,
  source: IndexRangeQuery,
  { behind = source.start, skip, take }: { behind: readonly Value[] | undefined; skip: number; take: number },
  pace: ScanBudget,
) {
  const matches: Match[] = []
  let passed = 0
  let left = pace.stretches
  const most = rowsAtOnce(pace, hasTests(source) ? source.lookups : SORT_LOOKUPS)
  for await (const stretch of indexRanges(sql, source, most, { first: FIRST_STEP, behind })) {
    const isPassedOver = skip - passed >= stretch.rows
    if (!(isPassedOver && !hasTests(source)) && left-- === 0) return { matches, reached: stretch.behind, passed }
    if (isPassedOver) {
      passed += await countIn(sql, source, stretch)
      continue
    }
    const toSkip = Math.max(0, skip - passed)
    const found = await firstIn(sql, source, stretch, take - matches.length, toSkip)
    matches.push(...found)
    if (found.length > 0) passed += toSkip + found.length
    else if (toSkip > 0) passed += await countIn(sql, source, stretch)
    if (matches.length >= take) break
  }
  return { matches, reached: undefined, passed }
}
