import { Type } from 'typebox'
import { endpoint } from '../../../gate/deps.ts'
import { keysetFields, keysetQuery } from '../../../gate/lists/keyset.ts'
import { valid } from '../../../gate/lists/paging.ts'
import { Id, Timestamp } from '../../../gate/views/fields.ts'
import { auditQuery, findEvents } from '../../audit/index.ts'
import { lookInto } from '../steps/enter-organisation.ts'

const Nullable = Type.Union([Id, Type.Null()])

const OrgEvent = Type.Object(
  {
    id: Id,
    type: Type.String(),
    success: Type.Boolean(),
    actorId: Type.Union([Id, Type.Null()], { description: 'The account that did it; null for an administrator of the service.' }),
    targetUserId: Nullable,
    metadata: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()])),
    createdAt: Timestamp,
  },
  { title: 'OrgEvent' },
)

const { type, actorId, targetUserId, from, to } = auditQuery

/** Without addresses and browsers: those are between their owners and the service. */
export const orgAuditLogs = endpoint({
  route: 'GET /auth/orgs/{orgId}/audit-logs',
  params: { orgId: 'The organisation.' },
  summary: 'What happened in an organisation, newest first',
  auth: 'session',
  partOf: 'organisations.enabled',
  orgRole: 'admin',
  limit: 'general',
  query: Type.Object({ ...keysetQuery, type, actorId, targetUserId, from, to }),
  reply: Type.Object({ events: Type.Array(OrgEvent), ...keysetFields }),
  errors: ['invalid_input'],

  async handle(call) {
    const { query, deps } = call
    const { org } = await lookInto(deps.store, call)
    const found = valid(await findEvents(deps.store, query, { orgId: org.id, hidesAdmins: true }))
    const events = found.events.map(({ id, type, success, actorId, targetUserId, metadata, createdAt }) => {
      const { orgId: _, key: __, ...told } = metadata
      const actor = type.startsWith('admin.') ? null : actorId
      return { id, type, success, actorId: actor, targetUserId, metadata: told, createdAt }
    })
    return { ...found, events }
  },
})
