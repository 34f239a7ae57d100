import { Type } from 'typebox'
import { Id, Timestamp } from '../../../gate/views/fields.ts'
import { timestamp } from '../../../platform/kernel/clock.ts'
import { ORG_ROLES } from '../org-roles.ts'
import type { Organisation } from '../tables/organisations.ts'

const organisationFields = {
  id: Id,
  name: Type.String(),
  slug: Type.String(),
  createdBy: Type.Union([Id, Type.Null()], { description: 'The account that made it, which may be gone by now.' }),
  ownerCount: Type.Integer({ description: 'All owners, banned ones too.' }),
  memberCount: Type.Integer(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
}

export const OrgRoleField = Type.String({ enum: [...ORG_ROLES] })

export const OrganisationView = Type.Object(organisationFields, { title: 'Organisation' })

export const OwnOrganisation = Type.Object({ ...organisationFields, role: OrgRoleField }, { title: 'OwnOrganisation' })

export function organisationView(org: Organisation) {
  const { id, name, slug, createdBy = null, ownerCount, memberCount } = org
  const [createdAt, updatedAt] = [timestamp(org.createdAt), timestamp(org.updatedAt)]
  return { id, name, slug, createdBy, ownerCount, memberCount, createdAt, updatedAt }
}
