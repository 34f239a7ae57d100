import { Type } from 'typebox'
import { endpoint } from '../../../gate/deps.ts'
import { keysetFields, keysetQuery } from '../../../gate/lists/keyset.ts'
import { valid } from '../../../gate/lists/paging.ts'
import { listOf } from '../../../gate/views/fields.ts'
import { isId } from '../../../platform/kernel/ids.ts'
import { AuditEventView, auditQuery } from '../steps/audit-query.ts'
import { findEvents } from '../steps/find-events.ts'

const shared = {
  auth: 'admin',
  scope: 'audit:read',
  limit: 'general',
  query: Type.Object({ ...keysetQuery, ...auditQuery }),
  reply: Type.Object({ events: listOf(AuditEventView, 'The events, newest first.'), ...keysetFields }),
} as const

export const auditLogs = endpoint({
  ...shared,
  route: 'GET /admin/audit-logs',
  summary: 'The audit log, newest first',
  errors: ['invalid_input'],

  handle: async ({ query, deps: { store } }) => valid(await findEvents(store, query)),
})

/** The id is not looked up, because the log outlives the account. */
export const userAuditLogs = endpoint({
  ...shared,
  route: 'GET /admin/users/{id}/audit-logs',
  params: { id: 'The account.' },
  summary: 'What happened to one account, newest first',
  errors: ['invalid_input', 'user_not_found'],

  async handle({ params, query, deps: { store }, fail }) {
    if (!isId(params.id)) throw fail('user_not_found')
    return valid(await findEvents(store, query, { targetUserId: params.id }))
  },
})
