import { pagePaths } from '../../../gate/page-paths.ts'
import { consoleDocument } from '../../../gate/pages/console/console-document.tsx'
import { addressOf, chosen, Unreadable, unlessUnreadable } from '../../../gate/pages/console/filters.tsx'
import { ListSheet } from '../../../gate/pages/console/listing.tsx'
import { pageQueryIn } from '../../../gate/pages/console/pager.tsx'
import type { Looks } from '../../../gate/pages/layout.tsx'
import { type Hosted, type Visit, viewOf } from '../../../gate/pages/view.ts'
import { ButtonLink } from '../../../platform/pages/components/button-link.tsx'
import { auditLogs, EventTable, SealedState, sealedStateOf } from '../../audit/index.ts'
import { AuditFilters, AuditPresets } from './audit-filters.tsx'
import { AUDIT_FILTERS, auditQuery } from './audit-query.ts'

const USUAL = '50'

export const auditPage = (looks: Looks): Hosted => ({
  path: pagePaths.consoleAudit,
  for: 'administrators',
  scope: 'audit:read',

  async show(visit) {
    const view = viewOf(visit)
    const { audit: words, filters: common } = view.t.console
    const filters = chosen(visit.query, AUDIT_FILTERS)
    const { found, problem, strangers } = await eventsFor(visit)
    const sealed = await sealedStateOf(visit.deps.store)
    const list = { view, filters, path: pagePaths.consoleAudit, usual: USUAL, none: words.none, icon: 'log' } as const
    const aside = (
      <div class="row">
        <ButtonLink href={addressOf(pagePaths.consoleAuditTable, filters)} words={common.csv} isQuiet download />
        <ButtonLink href={addressOf(pagePaths.consoleAuditLines, filters)} words={common.ndjson} isQuiet download />
        {sealed && <ButtonLink href={pagePaths.consoleAuditExport} words={words.sealedLog} isQuiet download />}
      </div>
    )
    return consoleDocument(
      { view, visit, looks, title: words.title, aside, hasTimes: true },
      <>
        {sealed && <SealedState view={view} state={sealed} />}
        <AuditPresets view={view} filters={filters} />
        <AuditFilters view={view} visit={visit} strangers={strangers} problem={problem} />
        {!found && strangers.length === 0 && <Unreadable view={view} />}
        {found && (
          <ListSheet {...list} found={found} shown={found.events.length}>
            <EventTable view={view} visit={visit} events={found.events} />
          </ListSheet>
        )}
      </>,
    )
  },
})

async function eventsFor(visit: Visit) {
  const { found: asked, problem } = await unlessUnreadable(auditQuery(visit))
  if (!asked) return { found: undefined, problem, strangers: [] }
  if (asked.strangers.length > 0) return { found: undefined, problem: '', strangers: asked.strangers }
  const query = { ...asked.query, ...pageQueryIn(visit.query, USUAL) }
  return { ...(await unlessUnreadable(visit.run(auditLogs, { query }))), strangers: [] }
}
