import { Type } from 'typebox'
import { inviteStatus } from '../../../gate/accounts/tables/invite-table.ts'
import { idField, idOrNull, textField, timeField, timeOrNullField } from '../../../gate/views/fields.ts'
import { timestamp } from '../../../platform/kernel/clock.ts'
import type { Invite } from '../tables/invites.ts'

export const InviteView = Type.Object(
  {
    id: idField('The invite.'),
    email: textField('The address that was invited.'),
    status: Type.String({ enum: ['pending', 'accepted', 'revoked', 'expired'], description: 'What became of it.' }),
    createdBy: idOrNull('The account or key that invited; null where it was done on the command line, or is gone.'),
    expiresAt: timeField('Until when it can be accepted.'),
    acceptedAt: timeOrNullField('When it was accepted; null where it was not.'),
    createdAt: timeField('When it was made.'),
  },
  { title: 'Invite', description: 'An invite to make an account.' },
)

export const inviteView = (invite: Invite, now: number) => ({
  id: invite.id,
  email: invite.email,
  status: inviteStatus(invite, now),
  createdBy: invite.createdBy ?? null,
  expiresAt: timestamp(invite.expiresAt),
  acceptedAt: invite.acceptedAt === undefined ? null : timestamp(invite.acceptedAt),
  createdAt: timestamp(invite.createdAt),
})
