import { Type } from 'typebox'
import { timestamp } from '../../kernel/clock.ts'
import type { ListedMember } from '../../store/tables/org-member-list.ts'
import { Id, Timestamp } from './fields.ts'
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

export const orgMemberView = ({ accountId, name, email, role, joinedAt }: ListedMember, seesEmail: boolean) => ({
  userId: accountId,
  name,
  ...(seesEmail && { email }),
  role,
  joinedAt: timestamp(joinedAt),
})
