import { Type } from 'typebox'
import { Id, Timestamp } from '../../../gate/views/fields.ts'
import { timestamp } from '../../../platform/kernel/clock.ts'
import type { ListedMember } from '../tables/org-member-list.ts'
import { OrgRoleField } from './organisation-view.ts'

export const OrgMemberView = Type.Object(
  {
    userId: Id,
    name: Type.String(),
    email: Type.Optional(Type.String({ description: 'For admins and owners.' })),
    role: OrgRoleField,
    joinedAt: Timestamp,
  },
  { title: 'OrgMember' },
)

export function orgMemberView({ accountId: userId, name, email, role, joinedAt }: ListedMember, seesEmail: boolean) {
  return { userId, name, ...(seesEmail && { email }), role, joinedAt: timestamp(joinedAt) }
}
