import { endpoint } from '../../../gate/deps.ts'
import { lookInto } from '../steps/enter-organisation.ts'
import { OwnOrganisation, organisationView } from '../views/organisation-view.ts'

export const getOrganisation = endpoint({
  route: 'GET /auth/orgs/{orgId}',
  params: { orgId: 'The organisation.' },
  summary: 'One organisation, and what the caller is in it',
  auth: 'session',
  partOf: 'organisations.enabled',
  orgRole: 'member',
  limit: 'general',
  reply: OwnOrganisation,
  errors: [],

  async handle(call) {
    const { org, member } = await lookInto(call.deps.store, call)
    return { ...organisationView(org), role: member.role }
  },
})
