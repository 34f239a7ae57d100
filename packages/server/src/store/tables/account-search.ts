import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Row, Sql } from '../engine.ts'
import { type AccountFilter, type AccountSearch, conditionsOf } from './account-filter.ts'
import { type AccountOrder, type Found, listAccounts, type Slice } from './account-list.ts'
import {
  both,
  type Clause,
  type Matching,
  noClause,
  rareSource,
  type Source,
  waitingSource,
  walkSource,
  wordSource,
} from './account-sources.ts'
import { countIn, firstIn, keyAfter, type Match, stretchesOf } from './account-stretches.ts'
import { WAITING } from './account-words.ts'

interface Pace {
  /** Up to so many matches are looked at one by one, whatever else is asked of them. */
  readonly few: number
  /** Rows that are read at once: a few milliseconds of SQLite, which holds everybody else up. */
  readonly stretch: number
  /** Matches that are kept in memory on the way to a far page. */
  readonly kept: number
}

const PACE: Pace = { few: 2000, stretch: 20_000, kept: 50_000 }
/** A look into another place costs as much as reading so many rows, and so does a row that is handed over. */
const LOOKUP = 10
/** Up to here, handing rows over does not count. */
const FEW_ROWS = 200
/** What is often near is looked for in small steps at first. */
const FIRST_STEP = 100
/** For a page of many matches so much of their number is walked before they are collected. */
const WALKED = 1 / 8

interface Way extends Slice {
  readonly order: AccountOrder
  readonly isFromTheEnd: boolean
}

/** One page of accounts in the wanted order, and how many there are in all, with a search or without. */
export const findAccounts = (
  sql: Sql,
  { search, ...filter }: AccountFilter,
  order: AccountOrder,
  slice: Slice,
): Promise<Found> => (search ? searchAccounts(sql, search, filter, order, slice) : listAccounts(sql, filter, order, slice))

/**
 * One page of the accounts that a search finds, and how many it finds in all. The work goes in small stretches with room
 * for others between; what changes meanwhile may be counted or not.
 *
 * Few matches are collected by the word that the fewest accounts have, and sorted. Of many, the total is counted along
 * the index of words; for the page, accounts are walked in the wanted order, unless its matches lie far away.
 */
export async function searchAccounts(
  sql: Sql,
  search: AccountSearch,
  filter: AccountFilter,
  order: AccountOrder,
  slice: Slice,
  pace = PACE,
): Promise<Found> {
  const known = search.id === undefined ? undefined : await listAccounts(sql, { ...filter, id: search.id }, order, slice)
  if (known && known.total > 0) return known
  if (search.beginnings.length === 0) return { total: 0, rows: [] }

  const matching = await matchingOf(sql, search, pace)
  const { rare, params, common, exceptions } = conditionsOf(filter)
  const ofFew: Clause = { conditions: rare, params }
  const ofMost: Clause = { conditions: common, params: [] }
  const every = sourcesOf(matching, noClause)
  const isFrequent = await hasMany(sql, every, pace.few)
  if (!isFrequent || rare.length > 0) {
    const sources = isFrequent ? [rareSource(ofFew, matching, ofMost)] : sourcesOf(matching, both(ofFew, ofMost))
    const total = await count(sql, sources, pace)
    const way = shorterWay(order, slice, total)
    return { total, rows: await read(sql, way, await collect(sql, sources, way, pace)) }
  }

  const excepted = exceptions.map((exception, index) =>
    rareSource({ conditions: [exception], params: [] }, matching, { conditions: common.slice(0, index), params: [] }),
  )
  const total = (await count(sql, every, pace)) - (await count(sql, excepted, pace))
  const way = shorterWay(order, slice, total)
  const reach = way.offset + way.limit > pace.kept ? Number.POSITIVE_INFINITY : total * WALKED
  const page =
    (await walk(sql, walkSource(way.order, matching, ofMost), way, reach, pace)) ??
    (await collect(sql, sourcesOf(matching, ofMost), way, pace))
  return { total, rows: await read(sql, way, page) }
}

async function matchingOf(sql: Sql, { beginnings, address }: AccountSearch, pace: Pace): Promise<Matching> {
  const [waiting] = await sql.query(`SELECT 1 AS found FROM accounts WHERE ${WAITING} LIMIT 1`)
  return { beginnings: await rarestFirst(sql, beginnings, pace), waitingAddress: waiting && address }
}

/** All words are counted at once, in growing steps, until the first of them comes to its end. */
async function rarestFirst(sql: Sql, beginnings: readonly string[], pace: Pace): Promise<readonly string[]> {
  const racers = beginnings.map((one) => wordSource({ beginnings: [one], waitingAddress: undefined }, noClause))
  const reached = racers.map(({ from }) => from)
  for (let step = FIRST_STEP; racers.length > 1; step = Math.min(step * 10, pace.stretch))
    for (const [index, racer] of racers.entries()) {
      const next = await keyAfter(sql, racer, { from: reached[index] ?? racer.from, rows: step })
      if (!next) return beginnings.toSpliced(index, 1).toSpliced(0, 0, ...beginnings.slice(index, index + 1))
      reached[index] = next
      await nextTurn()
    }
  return beginnings
}

const sourcesOf = (matching: Matching, filter: Clause): readonly Source[] => [
  wordSource(matching, filter),
  ...(matching.waitingAddress === undefined ? [] : [waitingSource(matching, filter)]),
]

async function hasMany(sql: Sql, sources: readonly Source[], few: number): Promise<boolean> {
  for (const source of sources) if (await keyAfter(sql, source, { from: source.from, rows: few })) return true
  return false
}

async function count(sql: Sql, sources: readonly Source[], pace: Pace): Promise<number> {
  let total = 0
  for (const source of sources)
    for await (const stretch of stretchesOf(sql, source, rowsAtOnce(pace, source.lookups)))
      total += await countIn(sql, source, stretch)
  return total
}

/** A page beyond the middle is nearer from the end. */
function shorterWay(order: AccountOrder, { limit, offset }: Slice, total: number): Way {
  if (offset <= total / 2) return { order, limit, offset, isFromTheEnd: false }
  return {
    order: { ...order, isAscending: !order.isAscending },
    limit: Math.max(0, Math.min(limit, total - offset)),
    offset: Math.max(0, total - offset - limit),
    isFromTheEnd: true,
  }
}

/** Along the accounts in the wanted order, no further than `reach`; undefined when the page lies beyond. */
async function walk(sql: Sql, source: Source, way: Way, reach: number, pace: Pace): Promise<readonly Match[] | undefined> {
  const page: Match[] = []
  let passed = 0
  let walked = 0
  for await (const stretch of stretchesOf(sql, source, rowsAtOnce(pace, source.lookups), FIRST_STEP)) {
    if (page.length === way.limit) return page
    if (walked > reach) return undefined
    walked += stretch.rows
    if (way.offset - passed >= stretch.rows) {
      passed += await countIn(sql, source, stretch)
      continue
    }
    const found = await firstIn(sql, source, stretch, way.order, way.offset + way.limit - passed)
    page.push(...found.slice(Math.max(0, way.offset - passed)))
    passed += found.length
  }
  return page
}

async function collect(sql: Sql, sources: readonly Source[], way: Way, pace: Pace): Promise<readonly Match[]> {
  const wanted = way.offset + way.limit
  const isCostly = way.order.by === 'updated_at' || wanted > FEW_ROWS
  let best: readonly Match[] = []
  for (const source of sources)
    for await (const stretch of stretchesOf(sql, source, rowsAtOnce(pace, source.lookups + (isCostly ? 1 : 0)))) {
      const found = await firstIn(sql, source, stretch, way.order, wanted)
      best = merge(best, found, way.order).slice(0, wanted)
    }
  return best.slice(way.offset)
}

/** Both are in order already. Ids are of one form, so databases and programs sort them alike. */
function merge(some: readonly Match[], others: readonly Match[], { isAscending }: AccountOrder): readonly Match[] {
  const isBefore = (a: Match, b: Match) => (a.moment === b.moment ? a.id < b.id : a.moment < b.moment) === isAscending
  const all: Match[] = []
  let next = 0
  for (const one of some) {
    for (let other = others[next]; other && isBefore(other, one); other = others[++next]) all.push(other)
    all.push(one)
  }
  return all.concat(others.slice(next))
}

async function read(sql: Sql, way: Way, matches: readonly Match[]): Promise<readonly Row[]> {
  if (matches.length === 0) return []
  const ids = (way.isFromTheEnd ? matches.toReversed() : matches).map(({ id }) => id)
  const rows = await sql.query(`SELECT * FROM accounts WHERE id IN (${ids.map(() => '?').join(', ')})`, ids)
  const byId = new Map(rows.map((row) => [row['id'], row]))
  return ids.map((id) => byId.get(id)).filter((row) => row !== undefined)
}

const rowsAtOnce = (pace: Pace, lookups: number): number => Math.ceil(pace.stretch / (1 + LOOKUP * lookups))
