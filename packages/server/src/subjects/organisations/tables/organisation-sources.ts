import { both, type Clause, type IndexRangeQuery, noClause } from '../../../platform/store/index-ranges.ts'
import { WAITING } from './org-words.ts'

export interface OrgMatching {
  /** An organisation matches if it has a word for each beginning. */
  readonly beginnings: readonly string[]
  /** Whether no owner could sign in; undefined for either. */
  readonly isOwnerless: boolean | undefined
  /** Organisations without words yet match by their slug: a pattern for LIKE with `!` as its escape. */
  readonly waitingSlug?: string | undefined
}

/** Sorts after every character of a word or an id. */
const LAST = '\u{10ffff}'
const END_OF_TIME = Number.MAX_SAFE_INTEGER

const lookupsOf = ({ beginnings, isOwnerless }: OrgMatching): number => beginnings.length + (isOwnerless === undefined ? 0 : 2)

export const everyOrg = (matching: OrgMatching): IndexRangeQuery => ({
  table: 'organisations',
  columns: ['created_at', 'id', 'slug', 'words_of'],
  key: ['created_at', 'id'],
  isDescending: true,
  start: [END_OF_TIME],
  end: [-1],
  within: noClause,
  tests: matches('s.id', matching, true),
  lookups: lookupsOf(matching),
  id: 's.id',
  moment: 's.created_at',
})

/** Read by the index of the first beginning; the other beginnings are tested row by row. */
export function orgsByWord({ beginnings: [first = '', ...others], isOwnerless }: OrgMatching): IndexRangeQuery {
  const rest = { beginnings: others, isOwnerless }
  // Each organisation comes once: the first of its matching words shares less than the beginning with the word before it.
  const isFirst = { conditions: [`s.shared < ?`], params: [first.length] }
  return {
    table: 'org_words',
    columns: ['org_id', 'shared', 'created_at'],
    key: ['word', 'org_id'],
    isDescending: false,
    start: [first, ''],
    end: [`${first}${LAST}`],
    within: noClause,
    tests: both(isFirst, matches('s.org_id', rest)),
    lookups: lookupsOf(rest),
    id: 's.org_id',
    moment: 's.created_at',
  }
}

export const orgsWithoutWords = ({ waitingSlug = '', isOwnerless }: OrgMatching): IndexRangeQuery => ({
  ...everyOrg({ beginnings: [], isOwnerless }),
  within: { conditions: [WAITING], params: [] },
  tests: both(isWaiting(waitingSlug), matches('s.id', { beginnings: [], isOwnerless })),
})

export const orgsWithoutOwners = (matching: OrgMatching): IndexRangeQuery => ({
  ...everyOrg(matching),
  within: { conditions: [`owner_count = 0`], params: [] },
})

const IS_FIRST_OWNER = `s.account_id = (SELECT MIN(m.account_id) FROM org_members AS m WHERE m.org_id = s.org_id AND m.role = 'owner')`

/** Organisations whose owners are all banned. Each comes once, by the owner with the lowest id. */
export const orgsStrandedWith = (accountId: string, matching: OrgMatching): IndexRangeQuery => ({
  table: 'org_members',
  columns: ['org_id', 'account_id'],
  key: ['account_id', 'org_id'],
  isDescending: false,
  start: [accountId, ''],
  end: [accountId, LAST],
  within: { conditions: [`role = 'owner'`], params: [] },
  tests: both(matches('s.org_id', matching), { conditions: [IS_FIRST_OWNER], params: [] }),
  lookups: lookupsOf(matching) + 1,
  id: 's.org_id',
  moment: `(SELECT o.created_at FROM organisations AS o WHERE o.id = s.org_id)`,
})

const isWaiting = (slug: string): Clause => ({ conditions: [`(words_of IS NULL AND slug LIKE ? ESCAPE '!')`], params: [slug] })

/** `isOwnRow` where the source reads rows of organisations themselves, which alone have a slug. */
function matches(id: string, { beginnings, isOwnerless, waitingSlug }: OrgMatching, isOwnRow = false): Clause {
  const named = both(...beginnings.map((beginning) => hasWord(id, beginning)))
  const words = waitingSlug !== undefined && isOwnRow ? either(isWaiting(waitingSlug), named) : named
  if (isOwnerless === undefined) return words
  const owner = `(SELECT 1 FROM org_members AS m JOIN accounts AS a ON a.id = m.account_id
    WHERE m.org_id = ${id} AND m.role = 'owner' AND a.banned_at IS NULL LIMIT 1)`
  return both(words, { conditions: [`${owner} IS ${isOwnerless ? '' : 'NOT '}NULL`], params: [] })
}

const either = (one: Clause, other: Clause): Clause => ({
  conditions: [`(${one.conditions.join(' AND ')} OR (${other.conditions.join(' AND ')}))`],
  params: [...one.params, ...other.params],
})

/** A scalar and not EXISTS, for the same reason as with the words of accounts. */
const hasWord = (id: string, beginning: string): Clause => ({
  conditions: [`(SELECT 1 FROM org_words AS w WHERE w.org_id = ${id} AND w.word >= ? AND w.word < ? LIMIT 1) IS NOT NULL`],
  params: [beginning, `${beginning}${LAST}`],
})
