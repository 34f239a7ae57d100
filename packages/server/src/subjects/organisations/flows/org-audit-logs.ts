import { Type } from 'typebox'
import { endpoint } from '../../../gate/deps.ts'
import { keysetFields, keysetQuery } from '../../../gate/lists/keyset.ts'
import { valid } from '../../../gate/lists/paging.ts'
import { flagField, idField, idOrNull, listOf, textField, timeField } from '../../../gate/views/fields.ts'
import { auditQuery, findEvents } from '../../audit/index.ts'
import { orgRoute, requireMembership } from '../steps/enter-organisation.ts'

const OrgEvent = Type.Object(
  {
    id: idField('The event.'),
    type: textField('What happened, by the name that the query takes.'),
    success: flagField('Whether it succeeded.'),
    actorId: idOrNull('The account that did it; null for an administrator of the service.'),
    targetUserId: idOrNull('The account that it was done to; null where there is none.'),
    metadata: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()]), {
      description: 'What else is known of it.',
    }),
    createdAt: timeField('When it happened.'),
  },
  { title: 'OrgEvent', description: 'Something that happened in an organisation.' },
)

const { type, actorId, targetUserId, from, to } = auditQuery

/** Members' network addresses and browsers are left out: an organisation's admins have no business with them. */
export const orgAuditLogs = endpoint({
  ...orgRoute,
  route: 'GET /auth/orgs/{orgId}/audit-logs',
  summary: 'What happened in an organisation, newest first',
  auth: 'session',
  orgRole: 'admin',
  query: Type.Object({ ...keysetQuery, type, actorId, targetUserId, from, to }),
  reply: Type.Object({ events: listOf(OrgEvent, 'The events, newest first.'), ...keysetFields }),
  errors: ['invalid_input'],

  async handle(call) {
    const { query, deps } = call
    const { org } = await requireMembership(deps.store, call)
    const found = valid(await findEvents(deps.store, query, { orgId: org.id, hidesAdmins: true }))
    const events = found.events.map(({ id, type, success, actorId, targetUserId, metadata, createdAt }) => {
      const { orgId: _, key: __, ...shown } = metadata
      return { id, type, success, actorId: type.startsWith('admin.') ? null : actorId, targetUserId, metadata: shown, createdAt }
    })
    return { ...found, events }
  },
})
