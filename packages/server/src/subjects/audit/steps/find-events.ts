import type { Static } from 'typebox'
import { auditIn } from '../../../gate/audit/tables/audit.ts'
import type { AuditFilter } from '../../../gate/audit/tables/audit-list.ts'
import { Keyset, NOT_OURS, TOO_FAR } from '../../../gate/lists/keyset.ts'
import type { Connection } from '../../../platform/store/table.ts'
import { type AuditEventView, auditEventViews, readAuditQuery } from './audit-query.ts'

type Events = { readonly events: Static<typeof AuditEventView>[] } & ReturnType<Keyset['view']>

export async function findEvents(
  tables: Connection,
  query: Parameters<typeof readAuditQuery>[0] & Parameters<Keyset['read']>[0],
  only: AuditFilter = {},
): Promise<Events | { readonly problem: string }> {
  const read = readAuditQuery(query)
  if ('problem' in read) return read
  const filter = { ...read.filter, ...only }
  const list = new Keyset('events', filter)
  const position = list.read(query)
  if ('problem' in position) return position
  const { slice } = position
  // Every row lies between `from` and `to`: a position outside was forged, and would lead past the filter.
  const { from = 0, to = Number.POSITIVE_INFINITY } = filter
  if (slice.at && (slice.at.moment < from || slice.at.moment >= to)) return { problem: NOT_OURS }
  const found = await auditIn(tables).list(filter, slice)
  if (found.isTooFar) return { problem: TOO_FAR }
  return { events: await auditEventViews(tables, found.events), ...list.view(found, slice) }
}
