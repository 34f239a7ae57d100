import { deleteOrg } from './delete-org.ts'
import { getOrg } from './get-org.ts'
import { listOrgMembers } from './list-org-members.ts'
import { listOrgs } from './list-orgs.ts'
import { setOrgOwner } from './set-org-owner.ts'

/** For administrators, of all. */
export const adminOrganisationEndpoints = { listOrgs, getOrg, listOrgMembers, setOrgOwner, deleteOrg } as const
