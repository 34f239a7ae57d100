import { acceptOrgInvite, acceptOwnOrgInvite } from './accept-invite.ts'
import { clearActiveOrganisation, getActiveOrganisation, setActiveOrganisation } from './active-organisation.ts'
import { resendOrgInvite, revokeOrganisationInvite } from './change-org-invite.ts'
import { createOrganisation } from './create-organisation.ts'
import { deleteOrganisation } from './delete-organisation.ts'
import { getOrganisation } from './get-organisation.ts'
import { leaveOrganisation } from './leave-organisation.ts'
import { listMembers } from './list-members.ts'
import { listOrganisations } from './list-organisations.ts'
import { orgAuditLogs } from './org-audit-logs.ts'
import { orgInviteInfo } from './org-invite-info.ts'
import { createOrgInvite, listOrgInvites } from './org-invites.ts'
import { declineOrgInvite, listOwnOrgInvites } from './own-invites.ts'
import { registerWithOrgInvite } from './register-with-invite.ts'
import { removeMember } from './remove-member.ts'
import { setMemberRole } from './set-member-role.ts'
import { transferOwnership } from './transfer-ownership.ts'
import { updateOrganisation } from './update-organisation.ts'

/** For people, of the organisations that they belong to. */
export const organisationEndpoints = {
  createOrganisation,
  listOrganisations,
  getActiveOrganisation,
  setActiveOrganisation,
  clearActiveOrganisation,
  getOrganisation,
  updateOrganisation,
  deleteOrganisation,
  transferOwnership,
  listMembers,
  setMemberRole,
  removeMember,
  leaveOrganisation,
  createOrgInvite,
  listOrgInvites,
  resendOrgInvite,
  revokeOrganisationInvite,
  orgInviteInfo,
  acceptOrgInvite,
  registerWithOrgInvite,
  listOwnOrgInvites,
  acceptOwnOrgInvite,
  declineOrgInvite,
  orgAuditLogs,
} as const
