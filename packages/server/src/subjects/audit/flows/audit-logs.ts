import { Type } from 'typebox'
import { endpoint } from '../../../gate/deps.ts'
import { keysetFields, keysetQuery } from '../../../gate/lists/keyset.ts'
import { valid } from '../../../gate/lists/paging.ts'
import { isId } from '../../../platform/kernel/ids.ts'
import { AuditEventView, auditQuery } from '../steps/audit-query.ts'
import { findEvents } from '../steps/find-events.ts'

const query = Type.Object({ ...keysetQuery, ...auditQuery })
const reply = Type.Object({ events: Type.Array(AuditEventView), ...keysetFields })

export const auditLogs = endpoint({
  route: 'GET /admin/audit-logs',
  summary: 'The audit log, newest first',
  auth: 'admin',
  scope: 'audit:read',
  limit: 'general',
  query,
  reply,
  errors: ['invalid_input'],

  handle: async ({ query, deps: { store } }) => valid(await findEvents(store, query)),
})

/** Also for an account that no longer exists: the log outlives it. */
export const userAuditLogs = endpoint({
  route: 'GET /admin/users/{id}/audit-logs',
  params: { id: 'The account.' },
  summary: 'What happened to one account, newest first',
  auth: 'admin',
  scope: 'audit:read',
  limit: 'general',
  query,
  reply,
  errors: ['invalid_input', 'user_not_found'],

  async handle({ params, query, deps: { store }, fail }) {
    if (!isId(params.id)) throw fail('user_not_found')
    return valid(await findEvents(store, query, { targetUserId: params.id }))
  },
})
