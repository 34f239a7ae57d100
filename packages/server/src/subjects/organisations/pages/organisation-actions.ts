import { checkedData } from '../../../gate/data/pages/typed-data.ts'
import { writableBy } from '../../../gate/data/rights.ts'
import { doneAt } from '../../../gate/pages/account/done-at.ts'
import { address, checkFields } from '../../../gate/pages/check-fields.ts'
import type { Submission } from '../../../gate/pages/view.ts'
import { canonicalEmail } from '../../../platform/kernel/email-address.ts'
import { Redirect } from '../../../platform/kernel/endpoint.ts'
import { Failure } from '../../../platform/kernel/errors.ts'
import { deleteOrganisation } from '../flows/delete-organisation.ts'
import { leaveOrganisation } from '../flows/leave-organisation.ts'
import { listMembers } from '../flows/list-members.ts'
import { changeOrgData } from '../flows/org-data.ts'
import { createOrgInvite, resendOrgInvite, revokeOrganisationInvite } from '../flows/org-invites.ts'
import { removeMember, setMemberRole } from '../flows/set-member-role.ts'
import { transferOwnership } from '../flows/transfer-ownership.ts'
import { updateOrganisation } from '../flows/update-organisation.ts'
import { orgName, orgSlug } from './check-organisation.ts'
import { doneIn } from './organisation-address.ts'
import { standingOf } from './standing.ts'

/** Finds the organisation of the address. What the visitor may do there is checked by the endpoint of each action. */
const inside = (act: (call: Submission, orgId: string, slug: string) => Promise<string>) => async (call: Submission) => {
  const standing = await standingOf(call)
  return standing && new Redirect(await act(call, standing.org.id, standing.org.slug))
}

export const organisationActions = {
  setRole: inside(async ({ run, fields: { id = '', role } }, orgId, slug) => {
    await run(setMemberRole, { params: { orgId, userId: id }, body: { role } })
    return doneIn(slug, 'roleChanged')
  }),

  remove: inside(async ({ run, fields: { id = '' } }, orgId, slug) => {
    await run(removeMember, { params: { orgId, userId: id } })
    return doneIn(slug, 'removed')
  }),

  leave: inside(async ({ run }, orgId) => {
    await run(leaveOrganisation, { params: { orgId } })
    return doneAt('organisations', 'left')
  }),

  invite: inside(async (call, orgId, slug) => {
    checkFields(call, { email: address })
    const { email, role } = call.fields
    await call.run(createOrgInvite, { params: { orgId }, body: { email, role } })
    return doneIn(slug, 'invited')
  }),

  resend: inside(async ({ run, fields: { id = '' } }, orgId, slug) => {
    await run(resendOrgInvite, { params: { orgId, id } })
    return doneIn(slug, 'resent')
  }),

  revoke: inside(async ({ run, fields: { id = '' } }, orgId, slug) => {
    await run(revokeOrganisationInvite, { params: { orgId, id } })
    return doneIn(slug, 'revoked')
  }),

  save: inside(async (call, orgId) => {
    checkFields(call, { name: orgName, slug: orgSlug })
    const { name, slug } = call.fields
    const saved = await call.run(updateOrganisation, { params: { orgId }, body: { name, slug } })
    return doneIn(saved.slug, 'saved')
  }),

  saveData: inside(async (call, orgId, slug) => {
    const data = checkedData(call, writableBy(call.deps.config.data.orgFields, 'owner'))
    await call.run(changeOrgData, { params: { orgId }, body: { data } })
    return doneIn(slug, 'dataSaved')
  }),

  transfer: inside(async (call, orgId, slug) => {
    const { userId = await memberAt(call, orgId), role } = call.fields
    await call.run(transferOwnership, { params: { orgId }, body: { userId, role } })
    return doneIn(slug, 'transferred')
  }),

  delete: inside(async ({ run, fields: { slug } }, orgId) => {
    await run(deleteOrganisation, { params: { orgId }, body: { slug } })
    return doneAt('organisations', 'deleted')
  }),
}

/** Where there are too many members to choose from, the new owner is named by their address. */
async function memberAt(call: Submission, orgId: string): Promise<string> {
  checkFields(call, { email: address })
  const email = canonicalEmail(call.fields['email'] ?? '')
  const { members } = await call.run(listMembers, { params: { orgId }, query: { search: email, limit: '100' } })
  const member = members.find((one) => one.email === email)
  if (!member) throw new Failure('org_member_not_found')
  return member.userId
}
