import { Type } from 'typebox'
import { AuditEventView, auditEventViews, auditQuery, readAuditQuery } from '../../core/audit/audit-query.ts'
import { endpoint } from '../../core/deps.ts'
import { pageFields, pageQuery } from '../../core/lists/paging.ts'
import { isId } from '../../kernel/ids.ts'

const query = Type.Object({ ...pageQuery, ...auditQuery })
const reply = Type.Object({ events: Type.Array(AuditEventView), ...pageFields })

export const auditLogs = endpoint({
  route: 'GET /admin/audit-logs',
  summary: 'The audit log, newest first',
  auth: 'admin',
  limit: 'general',
  query,
  reply,
  errors: ['invalid_input'],

  async handle({ query, deps: { store }, fail }) {
    const wanted = readAuditQuery(query)
    if ('problem' in wanted) throw fail('invalid_input', { message: wanted.problem })
    const { page, filter } = wanted
    const { total, events } = await store.audit.list(filter, page.limit, page.offset)
    return { events: await auditEventViews(store, events), total, ...page }
  },
})

/** Also for an account that no longer exists: the log outlives it. */
export const userAuditLogs = endpoint({
  route: 'GET /admin/users/{id}/audit-logs',
  params: { id: 'The account.' },
  summary: 'What happened to one account, newest first',
  auth: 'admin',
  limit: 'general',
  query,
  reply,
  errors: ['invalid_input', 'user_not_found'],

  async handle({ params, query, deps: { store }, fail }) {
    if (!isId(params.id)) throw fail('user_not_found')
    const wanted = readAuditQuery(query)
    if ('problem' in wanted) throw fail('invalid_input', { message: wanted.problem })
    const { page, filter } = wanted
    const { total, events } = await store.audit.list({ ...filter, targetUserId: params.id }, page.limit, page.offset)
    return { events: await auditEventViews(store, events), total, ...page }
  },
})
