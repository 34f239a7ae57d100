import { Type } from 'typebox'
import { inviteStatus } from '../../../gate/accounts/tables/invite-table.ts'
import { Id, TimeOrNull, Timestamp, timeOrNull } from '../../../gate/views/fields.ts'
import { timestamp } from '../../../platform/kernel/clock.ts'
import { ORG_INVITE_STATUSES } from '../org-roles.ts'
import type { OrgInvite } from '../tables/org-invites.ts'
import { OrgRoleField } from './organisation-view.ts'

export const OrgInviteView = Type.Object(
  {
    id: Id,
    orgId: Id,
    email: Type.String(),
    role: OrgRoleField,
    status: Type.String({ enum: [...ORG_INVITE_STATUSES] }),
    invitedBy: Type.Union([Id, Type.Null()], { description: 'Null for an account that is gone.' }),
    expiresAt: Timestamp,
    createdAt: Timestamp,
    acceptedAt: TimeOrNull,
  },
  { title: 'OrgInvite' },
)

export function orgInviteView(invite: OrgInvite, now: number) {
  const { id, orgId, email, role } = invite
  const [expiresAt, createdAt] = [timestamp(invite.expiresAt), timestamp(invite.createdAt)]
  const [status, invitedBy] = [inviteStatus(invite, now), invite.invitedBy || null]
  return { id, orgId, email, role, status, invitedBy, expiresAt, createdAt, acceptedAt: timeOrNull(invite.acceptedAt) }
}
