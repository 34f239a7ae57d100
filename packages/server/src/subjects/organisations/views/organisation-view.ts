import { Type } from 'typebox'
import { countField, idField, idOrNull, textField, timeField } from '../../../gate/views/fields.ts'
import { timestamp } from '../../../platform/kernel/clock.ts'
import { ORG_ROLES } from '../org-roles.ts'
import type { Organisation } from '../tables/organisations.ts'

const organisationFields = {
  id: idField('The organisation; it never changes.'),
  name: textField('What it is called.'),
  slug: textField('Its short name, for addresses: nobody else has it.'),
  createdBy: idOrNull('The account that made it, which may be gone by now.'),
  ownerCount: Type.Integer({ description: 'How many owners it has, banned ones too.' }),
  memberCount: countField('How many members it has, owners too.'),
  createdAt: timeField('When it was made.'),
  updatedAt: timeField('When its name or short name last changed.'),
}

export const orgRole = (description: string) => Type.String({ enum: [...ORG_ROLES], description })

export const OrganisationView = Type.Object(organisationFields, { title: 'Organisation', description: 'An organisation.' })

export const OwnOrganisation = Type.Object(
  { ...organisationFields, role: orgRole('What the account may do there.') },
  { title: 'OwnOrganisation', description: 'An organisation that the account is a member of.' },
)

export function organisationView(org: Organisation) {
  const { id, name, slug, createdBy = null, ownerCount, memberCount } = org
  const [createdAt, updatedAt] = [timestamp(org.createdAt), timestamp(org.updatedAt)]
  return { id, name, slug, createdBy, ownerCount, memberCount, createdAt, updatedAt }
}
