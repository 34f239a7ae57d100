import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Queries, Value } from './engine.ts'
import { countIn, firstIn, indexRanges, isLonger, lengthOf, type Match, type Source } from './index-ranges.ts'

/** No reader needs a total beyond this; what is more is said to be more. */
export const MOST_COUNTED = 10_000

export interface Pace {
  /** A source of so many rows is read as a whole. */
  readonly few: number
  /** Rows that are read at once: a few milliseconds of SQLite, which holds all other requests up. */
  readonly stretch: number
  /** How many of those one question may take. */
  readonly stretches: number
}

export const PACE: Pace = { few: MOST_COUNTED, stretch: 20_000, stretches: 20 }
/** A look into another place costs as much as reading so many rows, and so does a row that is handed over. */
const LOOKUP = 10
/** The part of that which a row costs that is sorted. */
const SORTED = 0.3
/** What is often near is looked for in small steps at first. */
const FIRST_STEP = 100

const rowsAtOnce = (pace: Pace, lookups: number): number => Math.ceil(pace.stretch / (1 + LOOKUP * lookups))

/** How many rows one question may look at. */
export const reachOf = (pace: Pace, lookups: number): number => pace.stretches * rowsAtOnce(pace, lookups)

/** Sources that have all matches between them, and none of them twice. */
export type Sources = readonly Source[]

/** Which of these ends first, if one does within `few` rows. All are tried at once, in growing steps. */
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
  /** There are more than that; or there may be, and it would have taken too long to find out. */
  readonly isCapped: boolean
}

export async function countMatches(sql: Queries, sources: Sources, pace: Pace): Promise<Count> {
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

/** Every match of sources that are known to be short. */
export async function collect(sql: Queries, sources: Sources, pace: Pace): Promise<readonly Match[]> {
  const matches: Match[] = []
  for (const source of sources)
    for await (const stretch of indexRanges(sql, source, rowsAtOnce(pace, source.lookups + 1)))
      matches.push(...(await firstIn(sql, source, stretch, stretch.rows)))
  return matches
}

interface ScanRange {
  readonly behind: readonly Value[] | undefined
  readonly skip: number
  readonly take: number
}

interface ScanResult {
  readonly matches: readonly Match[]
  /** The last row that was looked at, where it would have taken too long to go on. */
  readonly reached: readonly Value[] | undefined
  /** How many were passed over and found. */
  readonly passed: number
}

const hasTests = ({ tests }: Source): boolean => tests.conditions.length > 0

/** Whether a page lies behind the end of a list, or further than rows are looked at one by one to get there. */
export const isOutOfReach = (source: Source, { offset }: { readonly offset: number }, { isCapped }: Count): boolean =>
  offset > MOST_COUNTED && (!isCapped || hasTests(source))

/** Along a source that is in the wanted order. Rows of which nothing is asked are passed over by the thousand, as many as it takes. */
export async function boundedScan(
  sql: Queries,
  source: Source,
  { behind = source.start, skip, take }: ScanRange,
  pace: Pace,
): Promise<ScanResult> {
  const matches: Match[] = []
  let passed = 0
  let left = pace.stretches
  const most = rowsAtOnce(pace, hasTests(source) ? source.lookups : SORTED)
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
