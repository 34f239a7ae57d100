import type { Static } from 'typebox'
import { auditIn } from '../../../gate/audit/tables/audit.ts'
import type { AuditFilter } from '../../../gate/audit/tables/audit-list.ts'
import { Keyset, NOT_OURS, TOO_FAR } from '../../../gate/lists/keyset.ts'
import type { Connection } from '../../../platform/store/table.ts'
import { type AuditEventView, auditEventViews, readAuditQuery } from './audit-query.ts'

type Events = { readonly events: Static<typeof AuditEventView>[] } & ReturnType<Keyset['view']>

/** A page of the log for a query and what else is asked of the events; or what is wrong with it. */
export async function findEvents(
  tables: Connection,
  query: Parameters<typeof readAuditQuery>[0] & Parameters<Keyset['read']>[0],
  only: AuditFilter = {},
): Promise<Events | { readonly problem: string }> {
  const wanted = readAuditQuery(query)
  if ('problem' in wanted) return wanted
  const filter = { ...wanted.filter, ...only }
  const list = new Keyset('events', filter)
  const place = list.read(query)
  if ('problem' in place) return place
  // Every row of the list lies between these. A place that does not was made up, and would lead past them.
  const { from = 0, to = Number.POSITIVE_INFINITY } = filter
  const { at } = place.slice
  if (at && (at.moment < from || at.moment >= to)) return { problem: NOT_OURS }
  const found = await auditIn(tables).list(filter, place.slice)
  if (found.isTooFar) return { problem: TOO_FAR }
  return { events: await auditEventViews(tables, found.events), ...list.view(found, place.slice) }
}
