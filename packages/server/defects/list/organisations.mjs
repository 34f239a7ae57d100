import { inPlaceOf, without, wrong } from '../changes.mjs'
import { planted, postgres, sqlite } from '../defect.mjs'

export const organisations = [
  planted(
    'an invite is found by its id alone',
    { 'OrgInvitesTable.find': wrong('org_id = ?', "? <> ''") },
    sqlite('org-invites'),
  ),
  planted(
    'what a member may do is read before the organisation is locked',
    {
      enterOrganisation: [
        wrong('await requireMembership', 'const before = await requireMembership'),
        inPlaceOf('orgMembersIn.find', 'before.member'),
      ],
    },
    postgres('held-organisation'),
  ),
  planted(
    'a banned owner counts',
    { 'OrgMembersTable.hasOtherOwner': wrong('AND a.banned_at IS NULL', '') },
    sqlite('organisations/flows/members'),
  ),
  planted(
    'the active organisation authorises',
    {
      requireMembership: wrong(
        'find(orgId, caller',
        'find((await organisationsIn(tables).activeIn(caller.session.id))?.id ?? orgId, caller',
      ),
    },
    sqlite('active-organisation'),
  ),
  planted(
    'the inviter is not looked at again',
    { requireOpenInvite: without('isStillGiven') },
    sqlite('organisations/flows/accept-invite'),
  ),
  planted(
    'the last owner may go',
    { requireOtherOwner: inPlaceOf('orgMembersIn.hasOtherOwner', '(org.ownerCount > 0)') },
    sqlite('organisations/flows/members', 'org-races'),
  ),
  planted(
    'an owner who goes is still counted',
    { 'OrgMembersTable.remove': wrong('-ownersIn(role)', '0') },
    sqlite('org-history', 'organisations/flows/organisations'),
  ),
]
