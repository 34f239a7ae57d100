import {
  type Count,
  countMatches,
  isOutOfReach,
  maxRowsScanned,
  PACE,
  type ScanBudget,
  shortest,
} from '../../../platform/store/bounded-scan.ts'
import type { Queries, Value } from '../../../platform/store/engine.ts'
import { both, type Clause, type IndexRangeQuery, noClause } from '../../../platform/store/index-ranges.ts'
import { type ListPage, noPage, pageOf, type Slice } from '../../../platform/store/list-page.ts'

export interface AuditFilter {
  readonly type?: string | undefined
  readonly actorId?: string | undefined
  readonly targetUserId?: string | undefined
  readonly orgId?: string | undefined
  readonly ip?: string | undefined
  /** Epoch milliseconds, inclusive. */
  readonly from?: number | undefined
  /** Epoch milliseconds, exclusive. */
  readonly to?: number | undefined
  readonly success?: number | undefined
  /** Leaves out `admin.` events of an actor: otherwise members of an organisation could find out who is an administrator. */
  readonly hidesAdmins?: boolean | undefined
}

/** Each column has an index that ends with the order of the list. */
const COLUMNS = { orgId: 'org_id', targetUserId: 'target_user_id', actorId: 'actor_id', ip: 'ip', type: 'type' } as const
/** Word for word the conditions of indexes. */
const FAILED = `success = 0`
const OF_ORGANISATIONS: Clause = { conditions: [`org_id IS NOT NULL`], params: [] }

/** The indexes do not have all columns, so each match is looked up. */
const LOOKUPS = 1

type Condition = { readonly test: Clause; readonly source: (tests: Clause) => IndexRangeQuery }

export async function listEvents(sql: Queries, filter: AuditFilter, slice: Slice, pace = PACE): Promise<Count & ListPage> {
  const source = await sourceFor(sql, filter, pace)
  const count = await countMatches(sql, [source], pace)
  const page = isOutOfReach(source, slice, count) ? noPage(slice.offset, count.isCapped) : await pageOf(sql, source, slice, pace)
  return { ...count, ...page }
}

export const pageOfEvents = async (sql: Queries, filter: AuditFilter, slice: Slice, pace = PACE): Promise<ListPage> =>
  pageOf(sql, await sourceFor(sql, filter, pace), slice, pace)

async function sourceFor(sql: Queries, filter: AuditFilter, pace: ScanBudget): Promise<IndexRangeQuery> {
  const conditions = conditionsOf(filter)
  // Most events succeed, so an index on success would leave few rows out.
  const succeeded: Clause = filter.success === 1 ? { conditions: [`success = 1`], params: [] } : noClause
  const hidesAdmins = filter.hidesAdmins && filter.actorId !== undefined
  const shown: Clause = hidesAdmins ? { conditions: [`type NOT LIKE 'admin.%'`], params: [] } : noClause
  const sources = conditions.map(({ source }, index) => {
    const others = conditions.filter((_, other) => other !== index).map(({ test }) => test)
    return source(both(...others, succeeded, shown))
  })
  if (sources.length < 2) return sources[0] ?? byTime(filter, noClause, succeeded)
  const candidates = sources.map((source) => [source])
  const [short] = (await shortest(sql, candidates, maxRowsScanned(pace, LOOKUPS))) ?? sources
  return short ?? byTime(filter, noClause, succeeded)
}

/** The order matters: where all sources are long, the first is walked. */
function conditionsOf(filter: AuditFilter): readonly Condition[] {
  const about = (name: keyof typeof COLUMNS): readonly Condition[] => {
    const [column, value] = [COLUMNS[name], filter[name]]
    if (value === undefined) return []
    const test = { conditions: [`${column} = ?`], params: [value] }
    return [{ test, source: (tests) => byColumn(filter, column, value, tests) }]
  }
  const failed = { conditions: [FAILED], params: [] }
  const failures: Condition = { test: failed, source: (tests) => byTime(filter, failed, tests) }
  return [
    ...about('orgId'),
    ...about('targetUserId'),
    ...about('actorId'),
    ...(filter.success === 0 ? [failures] : []),
    ...about('ip'),
    ...about('type'),
  ]
}

const byColumn = (filter: AuditFilter, column: string, value: Value, tests: Clause): IndexRangeQuery => {
  const { key, start, end, ...rest } = byTime(filter, column === COLUMNS.orgId ? OF_ORGANISATIONS : noClause, tests)
  return { ...rest, key: [column, ...key], start: [value, ...start], end: [value, ...end] }
}

const byTime = ({ from = 0, to = Number.MAX_SAFE_INTEGER }: AuditFilter, within: Clause, tests: Clause): IndexRangeQuery => ({
  table: 'audit_events',
  columns: ['id', 'created_at', 'success', ...Object.values(COLUMNS)],
  key: ['created_at', 'id'],
  isDescending: true,
  start: [to],
  end: [from - 1],
  within,
  tests,
  lookups: LOOKUPS,
  id: 's.id',
  moment: 's.created_at',
})
