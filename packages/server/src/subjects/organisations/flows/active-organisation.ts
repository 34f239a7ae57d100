import { Type } from 'typebox'
import { endpoint } from '../../../gate/deps.ts'
import { Message, textField } from '../../../gate/views/fields.ts'
import { requireMembership } from '../steps/enter-organisation.ts'
import { activeOrganisationsIn } from '../tables/active-organisations.ts'
import { organisationsIn } from '../tables/organisations.ts'
import { OrganisationView, organisationView } from '../views/organisation-view.ts'

const alike = { auth: 'session', partOf: 'organisations.enabled', limit: 'general' } as const
const reply = Type.Object({
  organisation: Type.Union([OrganisationView, Type.Null()], { description: 'The one that the session acts for; null for none.' }),
})

/** The active organisation is a convenience for apps, and authorises nothing. */
export const getActiveOrganisation = endpoint({
  ...alike,
  route: 'GET /auth/orgs/active',
  summary: 'The organisation that this session is about: the chosen one, or the only one',
  reply,
  errors: [],

  async handle({ caller, deps: { store } }) {
    const org = await organisationsIn(store).activeIn(caller.session.id)
    return { organisation: org ? organisationView(org) : null }
  },
})

export const setActiveOrganisation = endpoint({
  ...alike,
  route: 'PUT /auth/orgs/active',
  summary: 'Choose the organisation that this session is about',
  body: Type.Object({ orgId: textField('One that the account is a member of.') }),
  reply,
  errors: ['org_not_found'],

  async handle({ body, caller, deps: { store } }) {
    const { org } = await requireMembership(store, { params: body, caller, declared: { orgRole: 'member' } })
    await activeOrganisationsIn(store).set(caller.session.id, org.id)
    return { organisation: organisationView(org) }
  },
})

export const clearActiveOrganisation = endpoint({
  ...alike,
  route: 'DELETE /auth/orgs/active',
  summary: 'Choose no organisation',
  reply: Message,
  errors: [],

  async handle({ caller, deps: { store } }) {
    await activeOrganisationsIn(store).set(caller.session.id, undefined)
    return { message: 'No organisation is chosen.' }
  },
})
