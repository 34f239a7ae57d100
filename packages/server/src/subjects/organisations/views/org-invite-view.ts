import { Type } from 'typebox'
import { inviteStatus } from '../../../gate/accounts/tables/invite-table.ts'
import { idField, idOrNull, textField, timeField, timeOrNull, timeOrNullField } from '../../../gate/views/fields.ts'
import { timestamp } from '../../../platform/kernel/clock.ts'
import { ORG_INVITE_STATUSES } from '../org-roles.ts'
import type { OrgInvite } from '../tables/org-invites.ts'
import { orgRole } from './organisation-view.ts'

export const OrgInviteView = Type.Object(
  {
    id: idField('The invite.'),
    orgId: idField('The organisation.'),
    email: textField('The address that was invited.'),
    role: orgRole('What the new member may do.'),
    status: Type.String({ enum: [...ORG_INVITE_STATUSES], description: 'What became of it.' }),
    invitedBy: idOrNull('The account that invited; null for one that is gone.'),
    expiresAt: timeField('Until when it can be accepted.'),
    createdAt: timeField('When it was made.'),
    acceptedAt: timeOrNullField('When it was accepted; null where it was not.'),
  },
  { title: 'OrgInvite', description: 'An invite into an organisation.' },
)

export function orgInviteView(invite: OrgInvite, now: number) {
  const { id, orgId, email, role } = invite
  const [expiresAt, createdAt] = [timestamp(invite.expiresAt), timestamp(invite.createdAt)]
  const [status, invitedBy] = [inviteStatus(invite, now), invite.invitedBy || null]
  return { id, orgId, email, role, status, invitedBy, expiresAt, createdAt, acceptedAt: timeOrNull(invite.acceptedAt) }
}
