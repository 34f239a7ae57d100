import { auditLogs } from '../../features/admin/audit-logs.ts'
import { listUsers } from '../../features/admin/list-users.ts'
import { AUDIT_TYPES } from '../../kernel/audit-types.ts'
import { DAY_MS, timestamp } from '../../kernel/clock.ts'
import { isId } from '../../kernel/ids.ts'
import { pagePaths } from '../../kernel/page-paths.ts'
import type { Looks } from '../components/layout.tsx'
import { type Hosted, type View, type Visit, viewOf } from '../view.ts'
import { consoleDocument } from './console-document.tsx'
import { EventTable } from './event-table.tsx'
import { ChoiceFilter, chosen, Filters, Nothing, TextFilter, Unreadable, unlessUnreadable } from './filters.tsx'
import { PlacePager } from './pager.tsx'

const FILTERS = ['type', 'actor', 'target', 'ip', 'from', 'to', 'success'] as const
const PAGE = '50'

type Chosen = Partial<Record<(typeof FILTERS)[number], string>>

/** `/console/audit`: the audit log, by filter. */
export const auditPage = (looks: Looks): Hosted => ({
  path: pagePaths.consoleAudit,
  for: 'administrators',

  async show(visit) {
    const view = viewOf(visit)
    const words = view.t.console.audit
    const filters = chosen(visit.query, FILTERS)
    const { found, strangers } = await eventsFor(visit, filters)
    return consoleDocument({
      view,
      visit,
      looks,
      title: words.title,
      children: (
        <>
          <AuditFilters view={view} filters={filters} strangers={strangers} />
          {!found && strangers.length === 0 && <Unreadable view={view} />}
          {found && found.events.length === 0 && <Nothing view={view} found={found} words={words.none} />}
          {found && found.events.length > 0 && (
            <div class="sheet">
              <EventTable view={view} events={found.events} />
            </div>
          )}
          {found && (
            <PlacePager view={view} path={pagePaths.consoleAudit} filters={filters} found={found} shown={found.events.length} />
          )}
        </>
      ),
    })
  },
})

/** The log knows ids; people know addresses. An address that no account has finds nothing, and is pointed out. */
async function eventsFor(visit: Visit, { actor, target, from, to, ...rest }: Chosen) {
  const actorId = await idOf(visit, actor)
  const targetUserId = await idOf(visit, target)
  const strangers = [actorId === null && 'actor', targetUserId === null && 'target'].filter((name) => name !== false)
  if (strangers.length > 0) return { found: undefined, strangers }
  const { offset, after } = visit.query
  const query = { ...rest, actorId, targetUserId, from, to: dayAfter(to), limit: PAGE, offset, after }
  return { found: await unlessUnreadable(visit.run(auditLogs, { query })), strangers }
}

/** Undefined for no wish, null for an address that no account has. */
async function idOf({ run }: Visit, wanted: string | undefined): Promise<string | null | undefined> {
  const text = wanted?.trim()
  if (text === undefined || text === '' || isId(text)) return text || undefined
  const { users } = await run(listUsers, { query: { email: text } })
  return users[0]?.id ?? null
}

/** People mean a day with all its hours; the route stops before the moment it is given. */
function dayAfter(day: string | undefined): string | undefined {
  const at = day === undefined ? Number.NaN : Date.parse(day)
  return Number.isNaN(at) || !/^\d{4}-\d\d-\d\d$/.test(day ?? '') ? day : timestamp(at + DAY_MS)
}

interface AuditFiltersProps {
  readonly view: View
  readonly filters: Chosen
  readonly strangers: readonly string[]
}

function AuditFilters({ view, filters, strangers }: AuditFiltersProps) {
  const { audit: words, filters: common, events } = view.t.console
  const types = Object.fromEntries(AUDIT_TYPES.map((type) => [type, events[type]]))
  const unknown = (name: string) => (strangers.includes(name) ? words.unknownUser : undefined)
  return (
    <Filters view={view} path={pagePaths.consoleAudit} isFiltered={Object.keys(filters).length > 0}>
      <ChoiceFilter name="type" label={words.type} value={filters.type} any={common.any} choices={types} />
      <TextFilter name="actor" label={words.actor} value={filters.actor} hint={words.userHint} error={unknown('actor')} />
      <TextFilter name="target" label={words.target} value={filters.target} hint={words.userHint} error={unknown('target')} />
      <TextFilter name="ip" label={words.ip} value={filters.ip} />
      <TextFilter name="from" label={words.from} value={filters.from} type="date" />
      <TextFilter name="to" label={words.to} value={filters.to} type="date" />
      <ChoiceFilter
        name="success"
        label={words.success}
        value={filters.success}
        any={common.any}
        choices={{ true: words.succeeded, false: words.failed }}
      />
    </Filters>
  )
}
