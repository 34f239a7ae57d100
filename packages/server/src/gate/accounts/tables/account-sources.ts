import { both, type Clause, type IndexRangeQuery, noClause } from '../../../platform/store/index-ranges.ts'
import type { AccountOrder, DataFilter } from './account-filter.ts'
import { WAITING } from './account-words.ts'

/** An account matches with a word for each beginning or, while its words are not made yet, with the beginning of its address. */
export type Matching = { readonly beginnings: readonly string[]; readonly waitingAddress: string | undefined }

/** Sorts after every character of a word. */
const LAST = '\u{10ffff}'
/** Sorts after every character of an address. */
const LAST_OF_ADDRESS = '\x7f'
/** The `created_at` of deleted accounts, which no list shows. */
const BEFORE_TIME = -1
const PRESENT = `created_at > ${BEFORE_TIME}`
const END_OF_TIME = Number.MAX_SAFE_INTEGER

export function wordSource(
  { beginnings: [first = '', ...others] }: Matching,
  filter: Clause,
  { by }: AccountOrder,
): IndexRangeQuery {
  // An account may have several such words: the first is the one whose predecessor does not begin so.
  const isFirst = { conditions: [`s.shared < ?`], params: [first.length] }
  const account = `FROM accounts WHERE accounts.id = s.account_id`
  const isWanted = {
    conditions: filter.conditions.length > 0 ? [`(SELECT 1 ${account} AND ${filter.conditions.join(' AND ')}) IS NOT NULL`] : [],
    params: filter.params,
  }
  return {
    table: 'account_words',
    columns: ['account_id', 'shared', 'created_at'],
    key: ['word', 'account_id'],
    isDescending: false,
    start: [first, ''],
    end: [`${first}${LAST}`],
    within: noClause,
    tests: both(isFirst, ...others.map((beginning) => hasWord('s.account_id', beginning)), isWanted),
    lookups: others.length + isWanted.conditions.length,
    id: 's.account_id',
    moment: by === 'created_at' ? 's.created_at' : `(SELECT updated_at ${account})`,
  }
}

/** Accounts whose words are not made yet, by the beginning of the address; without those that `wordSource` finds. */
export function waitingSource(
  { beginnings, waitingAddress = '' }: Matching,
  filter: Clause,
  { by }: AccountOrder,
): IndexRangeQuery {
  const words = both(...beginnings.map((beginning) => hasWord('s.id', beginning)))
  const isUnknown = { conditions: [WAITING, `(words_of IS NULL OR NOT (${allOf(words)}))`], params: words.params }
  return {
    ...oldestFirst(by),
    columns: ALL_COLUMNS,
    key: ['email', 'id'],
    start: [waitingAddress, ''],
    end: [`${waitingAddress}${LAST_OF_ADDRESS}`],
    tests: both(isUnknown, filter),
    lookups: 1,
  }
}

export const rareSource = (rare: Clause, matching: Matching, filter: Clause, { by }: AccountOrder): IndexRangeQuery => ({
  ...oldestFirst(by),
  columns: ALL_COLUMNS,
  within: rare,
  tests: both(filter, matches(matching)),
  lookups: matching.beginnings.length + 1,
})

/** An account has at most one identity of a provider, so no account comes twice. */
export const providerSource = (provider: string, matching: Matching, filter: Clause, order: AccountOrder): IndexRangeQuery =>
  ownedSource({ table: 'identities', key: ['provider'], values: [provider] }, matching, filter, order)

/** An account came from one place at most. */
export const originSource = (sourceId: string, matching: Matching, filter: Clause, order: AccountOrder): IndexRangeQuery =>
  ownedSource({ table: 'account_origins', key: ['source_id'], values: [sourceId] }, matching, filter, order)

/** An account has at most one row of a value. */
export const dataSource = (
  { field, key }: DataFilter,
  matching: Matching,
  filter: Clause,
  order: AccountOrder,
): IndexRangeQuery =>
  ownedSource({ table: 'account_data', key: ['field', 'value'], values: [field, key] }, matching, filter, order)

interface Owned {
  readonly table: string
  /** Columns of an index that goes on with the account. */
  readonly key: readonly string[]
  readonly values: readonly string[]
}

/** Accounts by rows of another table, which has one for each at most. */
function ownedSource({ table, key, values }: Owned, matching: Matching, filter: Clause, { by }: AccountOrder): IndexRangeQuery {
  const wanted = both(filter, matches(matching, 'id'))
  const account = `FROM accounts WHERE accounts.id = s.account_id`
  return {
    table,
    columns: ['account_id'],
    key: [...key, 'account_id'],
    isDescending: false,
    start: [...values, ''],
    end: [...values, LAST],
    within: noClause,
    tests: {
      conditions: [`(SELECT 1 ${account} AND ${[PRESENT, ...wanted.conditions].join(' AND ')}) IS NOT NULL`],
      params: wanted.params,
    },
    lookups: matching.beginnings.length + 1,
    id: 's.account_id',
    moment: `(SELECT ${by} ${account})`,
  }
}

export const walkSource = (order: AccountOrder, matching: Matching, filter: Clause, lookups: number): IndexRangeQuery => ({
  ...accountsInOrder(order),
  columns: matching.waitingAddress === undefined && lookups === 0 ? [order.by, 'id', 'role', 'banned_at'] : ALL_COLUMNS,
  tests: both(filter, matches(matching)),
  lookups: lookups + matching.beginnings.length + (matching.waitingAddress === undefined ? 0 : 1),
})

const ALL_COLUMNS = [
  ...['id', 'email', 'name', 'words_of', 'role', 'banned_at', 'verified_at', 'two_factor_enabled_at'],
  ...['created_at', 'updated_at'],
]

const accountsInOrder = ({ by, isAscending }: AccountOrder): IndexRangeQuery => ({
  table: 'accounts',
  columns: [by, 'id'],
  key: [by, 'id'],
  isDescending: !isAscending,
  start: [isAscending ? BEFORE_TIME : END_OF_TIME],
  end: [isAscending ? END_OF_TIME : BEFORE_TIME],
  within: noClause,
  tests: noClause,
  lookups: 0,
  id: 's.id',
  moment: `s.${by}`,
})

const oldestFirst = (by: AccountOrder['by']): IndexRangeQuery => ({
  ...accountsInOrder({ by: 'created_at', isAscending: true }),
  moment: `s.${by}`,
})

function matches({ beginnings, waitingAddress }: Matching, id = 's.id'): Clause {
  const words = both(...beginnings.map((beginning) => hasWord(id, beginning)))
  if (waitingAddress === undefined) return words
  return {
    conditions: [`((email >= ? AND email < ? AND ${WAITING}) OR (${allOf(words)}))`],
    params: [waitingAddress, `${waitingAddress}${LAST_OF_ADDRESS}`, ...words.params],
  }
}

const allOf = ({ conditions }: Clause): string => conditions.join(' AND ')

/** A scalar and not EXISTS, which PostgreSQL would turn into a join that reads all accounts with such a word at each step. */
const hasWord = (id: string, beginning: string): Clause => ({
  conditions: [
    `(SELECT 1 FROM account_words AS w WHERE w.account_id = ${id} AND w.word >= ? AND w.word < ? LIMIT 1) IS NOT NULL`,
  ],
  params: [beginning, `${beginning}${LAST}`],
})
