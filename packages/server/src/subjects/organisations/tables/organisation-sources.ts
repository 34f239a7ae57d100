import { both, type Clause, noClause, type Source } from '../../../platform/store/index-ranges.ts'
import { WAITING } from './org-words.ts'

/** What is asked of an organisation: a word for each beginning, and whether it has an owner who could sign in. */
export interface OrgMatching {
  readonly beginnings: readonly string[]
  readonly isOwnerless: boolean | undefined
  /** While an organisation waits for its words, its short name begins so: a pattern for LIKE with `!` as its escape. */
  readonly waitingSlug?: string | undefined
}

/** After every character that a word or an id can have in it. */
const LAST = '\u{10ffff}'
const END_OF_TIME = Number.MAX_SAFE_INTEGER

const lookupsOf = ({ beginnings, isOwnerless }: OrgMatching): number => beginnings.length + (isOwnerless === undefined ? 0 : 2)

/** All organisations, newest first, and of those the ones that match. */
export const everyOrg = (matching: OrgMatching): Source => ({
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

/** Those with a word for the first beginning, each once, that match in all else as well. */
export function orgsByWord({ beginnings: [first = '', ...others], isOwnerless }: OrgMatching): Source {
  const rest = { beginnings: others, isOwnerless }
  // Of an organisation's words that begin so, the first is the one whose predecessor does not.
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

/** Those that have no words yet, by their short name. */
export const orgsWithoutWords = ({ waitingSlug = '', isOwnerless }: OrgMatching): Source => ({
  ...everyOrg({ beginnings: [], isOwnerless }),
  within: { conditions: [WAITING], params: [] },
  tests: both(isWaiting(waitingSlug), matches('s.id', { beginnings: [], isOwnerless })),
})

/** Those that have no owner at all. */
export const orgsWithoutOwners = (matching: OrgMatching): Source => ({
  ...everyOrg(matching),
  within: { conditions: [`owner_count = 0`], params: [] },
})

/** Those that a banned account owns and no other could manage; of several banned owners the first one tells of it. */
export const orgsStrandedWith = (accountId: string, matching: OrgMatching): Source => ({
  table: 'org_members',
  columns: ['org_id', 'account_id'],
  key: ['account_id', 'org_id'],
  isDescending: false,
  start: [accountId, ''],
  end: [accountId, LAST],
  within: { conditions: [`role = 'owner'`], params: [] },
  tests: both(matches('s.org_id', matching), {
    conditions: [
      `s.account_id = (SELECT MIN(m.account_id) FROM org_members AS m WHERE m.org_id = s.org_id AND m.role = 'owner')`,
    ],
    params: [],
  }),
  lookups: lookupsOf(matching) + 1,
  id: 's.org_id',
  moment: `(SELECT o.created_at FROM organisations AS o WHERE o.id = s.org_id)`,
})

const isWaiting = (slug: string): Clause => ({ conditions: [`(words_of IS NULL AND slug LIKE ? ESCAPE '!')`], params: [slug] })

/** `isOwnRow` where what is asked are rows of organisations themselves. */
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

/** A scalar and not EXISTS, as for the words of accounts. */
const hasWord = (id: string, beginning: string): Clause => ({
  conditions: [`(SELECT 1 FROM org_words AS w WHERE w.org_id = ${id} AND w.word >= ? AND w.word < ? LIMIT 1) IS NOT NULL`],
  params: [beginning, `${beginning}${LAST}`],
})
