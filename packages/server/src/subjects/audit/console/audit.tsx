import type { Static } from 'typebox'
import { pagePaths } from '../../../gate/page-paths.ts'
import { consoleDocument, type Desk } from '../../../gate/pages/console/console-document.tsx'
import { addressOf, chosen, Nothing, Unreadable, unlessUnreadable } from '../../../gate/pages/console/filters.tsx'
import { PlacePager, sizeIn } from '../../../gate/pages/console/pager.tsx'
import type { Looks } from '../../../gate/pages/layout.tsx'
import { type Hosted, type Visit, viewOf } from '../../../gate/pages/view.ts'
import { auditLogs } from '../flows/audit-logs.ts'
import { AuditFilters, AuditPresets } from './audit-filters.tsx'
import { AUDIT_FILTERS, auditQuery } from './audit-query.ts'
import { EventTable } from './event-table.tsx'

const USUAL = '50'

/** `/console/audit`: the audit log, by filter. */
export const auditPage = (looks: Looks): Hosted => ({
  path: pagePaths.consoleAudit,
  for: 'administrators',

  async show(visit) {
    const view = viewOf(visit)
    const { audit: words, filters: common } = view.t.console
    const filters = chosen(visit.query, AUDIT_FILTERS)
    const { found, problem, strangers } = await eventsFor(visit)
    return consoleDocument({
      view,
      visit,
      looks,
      title: words.title,
      aside: (
        <div class="row">
          <a class="button quiet small" href={addressOf(pagePaths.consoleAuditTable, filters)} download>
            {common.csv}
          </a>
          <a class="button quiet small" href={addressOf(pagePaths.consoleAuditLines, filters)} download>
            {common.ndjson}
          </a>
        </div>
      ),
      children: (
        <>
          <AuditPresets view={view} filters={filters} />
          <AuditFilters view={view} visit={visit} strangers={strangers} problem={problem} />
          {!found && strangers.length === 0 && <Unreadable view={view} />}
          {found && <Events view={view} visit={visit} found={found} />}
        </>
      ),
    })
  },
})

function Events({ view, visit, found }: Desk & { readonly found: Static<typeof auditLogs.reply> }) {
  const filters = chosen(visit.query, AUDIT_FILTERS)
  const path = pagePaths.consoleAudit
  return (
    <>
      <div class="sheet">
        {found.events.length > 0 ? (
          <EventTable view={view} events={found.events} />
        ) : (
          <Nothing view={view} found={found} words={view.t.console.audit.none} icon="log" start={addressOf(path, filters)} />
        )}
      </div>
      <PlacePager view={view} path={path} filters={filters} found={found} shown={found.events.length} usual={USUAL} />
    </>
  )
}

async function eventsFor(visit: Visit) {
  const { found: asked, problem } = await unlessUnreadable(auditQuery(visit))
  if (!asked) return { found: undefined, problem, strangers: [] }
  const { query, strangers } = asked
  if (strangers.length > 0) return { found: undefined, problem: '', strangers }
  const { offset, after } = visit.query
  const page = { limit: sizeIn(visit.query, USUAL), offset, after }
  return { ...(await unlessUnreadable(visit.run(auditLogs, { query: { ...query, ...page } }))), strangers }
}
