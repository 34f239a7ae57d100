import type { Value } from '../engine.ts'
import type { AccountOrder } from './account-list.ts'
import { WAITING } from './account-words.ts'

/** Conditions and the values for their placeholders. */
export interface Clause {
  readonly conditions: readonly string[]
  readonly params: readonly Value[]
}

/** What a search asks of an account: a word for each beginning; or, while it waits for its words, the beginning of its address. */
export interface Matching {
  readonly beginnings: readonly string[]
  readonly waitingAddress: string | undefined
}

/** A stretch of an index, read in the order of its key, and what is asked of each row in it. */
export interface Source {
  readonly table: string
  readonly accountId: string
  readonly moment: Readonly<Record<AccountOrder['by'], string>>
  readonly key: readonly string[]
  readonly isDescending: boolean
  /** The first key that may belong to it, and the first value of the first column that no longer does. */
  readonly from: readonly Value[]
  readonly to: Value
  /** What the index is chosen by. */
  readonly within: Clause
  readonly tests: Clause
  /** How often a test of a row goes to look in another place. */
  readonly lookups: number
}

/** After every character that a word can have in it. */
const LAST = '\u{10ffff}'
/** After every character of an address. */
const LAST_OF_ADDRESS = '\x7f'
const BEGINNING_OF_TIME = -1
const END_OF_TIME = Number.MAX_SAFE_INTEGER

export const noClause: Clause = { conditions: [], params: [] }

export const both = (...clauses: readonly Clause[]): Clause => ({
  conditions: clauses.flatMap(({ conditions }) => conditions),
  params: clauses.flatMap(({ params }) => params),
})

/** Accounts with a word for the first beginning, each once, that have one for the others and meet the filter as well. */
export function wordSource({ beginnings: [first = '', ...others] }: Matching, filter: Clause): Source {
  // Of the words that begin alike, the one before does not begin so only for the first.
  const isFirst = { conditions: [`s.shared < ?`], params: [first.length] }
  const account = `FROM accounts WHERE accounts.id = s.account_id`
  const isWanted = {
    conditions: filter.conditions.length > 0 ? [`(SELECT 1 ${account} AND ${filter.conditions.join(' AND ')}) IS NOT NULL`] : [],
    params: filter.params,
  }
  return {
    table: 'account_words AS s',
    accountId: 's.account_id',
    moment: { created_at: 's.created_at', updated_at: `(SELECT updated_at ${account})` },
    key: ['s.word', 's.account_id'],
    isDescending: false,
    from: [first, ''],
    to: `${first}${LAST}`,
    within: noClause,
    tests: both(isFirst, ...others.map((beginning) => hasWord('s.account_id', beginning)), isWanted),
    lookups: others.length + isWanted.conditions.length,
  }
}

/** Accounts that wait for their words, by the beginning of the address; without those that `wordSource` has. */
export function waitingSource({ beginnings, waitingAddress = '' }: Matching, filter: Clause): Source {
  const words = both(...beginnings.map((beginning) => hasWord('s.id', beginning)))
  const isUnknown = { conditions: [WAITING, `NOT (${words.conditions.join(' AND ')})`], params: words.params }
  return {
    ...accountsInOrder({ by: 'created_at', isAscending: true }),
    moment: { created_at: '+s.created_at', updated_at: '+s.updated_at' },
    key: ['s.email'],
    from: [waitingAddress],
    to: `${waitingAddress}${LAST_OF_ADDRESS}`,
    tests: both(isUnknown, filter),
    lookups: beginnings.length + 1,
  }
}

/** Accounts with a property that few have, which match as well. */
export const rareSource = (rare: Clause, matching: Matching, filter: Clause): Source => ({
  ...accountsInOrder({ by: 'created_at', isAscending: true }),
  moment: { created_at: '+s.created_at', updated_at: '+s.updated_at' },
  within: rare,
  tests: both(filter, matches(matching)),
  lookups: matching.beginnings.length + (matching.waitingAddress === undefined ? 0 : 1),
})

/** All accounts in the wanted order, and of those the ones that match. */
export const walkSource = (order: AccountOrder, matching: Matching, filter: Clause): Source => ({
  ...accountsInOrder(order),
  tests: both(filter, matches(matching)),
  lookups: matching.beginnings.length + (matching.waitingAddress === undefined ? 0 : 1),
})

const accountsInOrder = ({ by, isAscending }: AccountOrder): Source => ({
  table: 'accounts AS s',
  accountId: 's.id',
  moment: { created_at: 's.created_at', updated_at: 's.updated_at' },
  key: [`s.${by}`, 's.id'],
  isDescending: !isAscending,
  from: [isAscending ? BEGINNING_OF_TIME : END_OF_TIME, ''],
  to: isAscending ? END_OF_TIME : BEGINNING_OF_TIME,
  within: noClause,
  tests: noClause,
  lookups: 0,
})

function matches({ beginnings, waitingAddress }: Matching): Clause {
  const words = both(...beginnings.map((beginning) => hasWord('s.id', beginning)))
  if (waitingAddress === undefined) return words
  return {
    conditions: [`((${words.conditions.join(' AND ')}) OR (s.email >= ? AND s.email < ? AND ${WAITING}))`],
    params: [...words.params, waitingAddress, `${waitingAddress}${LAST_OF_ADDRESS}`],
  }
}

/** A scalar and not EXISTS: PostgreSQL would make a join of that, and read all accounts that begin so for each stretch. */
const hasWord = (accountId: string, beginning: string): Clause => ({
  conditions: [
    `(SELECT 1 FROM account_words AS w WHERE w.account_id = ${accountId} AND w.word >= ? AND w.word < ? LIMIT 1) IS NOT NULL`,
  ],
  params: [beginning, `${beginning}${LAST}`],
})
