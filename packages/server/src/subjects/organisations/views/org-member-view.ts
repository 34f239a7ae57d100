import { Type } from 'typebox'
import { idField, textField, timeField } from '../../../gate/views/fields.ts'
import { timestamp } from '../../../platform/kernel/clock.ts'
import type { ListedMember } from '../tables/org-member-list.ts'
import { orgRole } from './organisation-view.ts'

export const OrgMemberView = Type.Object(
  {
    userId: idField('The account.'),
    name: textField('Its name.'),
    email: Type.Optional(Type.String({ description: 'Its address. For admins and owners.' })),
    role: orgRole('What the member may do.'),
    joinedAt: timeField('Since when.'),
  },
  { title: 'OrgMember', description: 'A member of an organisation.' },
)

export function orgMemberView({ accountId: userId, name, email, role, joinedAt }: ListedMember, seesEmail: boolean) {
  return { userId, name, ...(seesEmail && { email }), role, joinedAt: timestamp(joinedAt) }
}
