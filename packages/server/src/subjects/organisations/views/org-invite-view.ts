import { Type } from 'typebox'
import { inviteStatus } from '../../../gate/accounts/tables/invite-table.ts'
import { Id, Timestamp } from '../../../gate/views/fields.ts'
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
    acceptedAt: Type.Union([Timestamp, Type.Null()]),
  },
  { title: 'OrgInvite' },
)

export const orgInviteView = (invite: OrgInvite, now: number) => ({
  id: invite.id,
  orgId: invite.orgId,
  email: invite.email,
  role: invite.role,
  status: inviteStatus(invite, now),
  invitedBy: invite.invitedBy || null,
  expiresAt: timestamp(invite.expiresAt),
  createdAt: timestamp(invite.createdAt),
  acceptedAt: invite.acceptedAt === undefined ? null : timestamp(invite.acceptedAt),
})
