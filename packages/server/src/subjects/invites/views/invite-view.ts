import { Type } from 'typebox'
import { inviteStatus } from '../../../gate/accounts/tables/invite-table.ts'
import { Id, Timestamp } from '../../../gate/views/fields.ts'
import { timestamp } from '../../../platform/kernel/clock.ts'
import type { Invite } from '../tables/invites.ts'

export const InviteView = Type.Object(
  {
    id: Id,
    email: Type.String(),
    status: Type.String({ enum: ['pending', 'accepted', 'revoked', 'expired'] }),
    createdBy: Type.Union([Id, Type.Null()]),
    expiresAt: Timestamp,
    acceptedAt: Type.Union([Timestamp, Type.Null()]),
    createdAt: Timestamp,
  },
  { title: 'Invite' },
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
