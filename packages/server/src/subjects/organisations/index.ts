import type { Looks } from '../../gate/pages/layout.tsx'
import type { Subject } from '../../gate/subject.ts'
import { deleteOrg } from './administration/delete-org.ts'
import { getOrg } from './administration/get-org.ts'
import { listOrgMembers } from './administration/list-org-members.ts'
import { listOrgs } from './administration/list-orgs.ts'
import { setOrgOwner } from './administration/set-org-owner.ts'
import { changeWholeOrgData, getWholeOrgData } from './administration/whole-org-data.ts'
import { checkOrganisations } from './check-organisations.ts'
import { declaredOrganisations } from './commands/declared-organisations.ts'
import { orgsList, orgsSetOwner } from './commands/orgs.ts'
import { consoleOrganisationPage } from './console/organisation.tsx'
import { consoleOrganisationsPage } from './console/organisations.tsx'
import { impliedByRole, organisationsErrors } from './errors.ts'
import { organisationsEvents } from './events.ts'
import { acceptOrgInvite, acceptOwnOrgInvite } from './flows/accept-invite.ts'
import { clearActiveOrganisation, getActiveOrganisation, setActiveOrganisation } from './flows/active-organisation.ts'
import { createOrganisation } from './flows/create-organisation.ts'
import { deleteOrganisation } from './flows/delete-organisation.ts'
import { leaveOrganisation } from './flows/leave-organisation.ts'
import { listMembers } from './flows/list-members.ts'
import { getOrganisation, listOrganisations } from './flows/list-organisations.ts'
import { orgInviteInfo, registerWithOrgInvite } from './flows/mailed-invite.ts'
import { orgAuditLogs } from './flows/org-audit-logs.ts'
import { changeOrgData, getOrgData } from './flows/org-data.ts'
import { createOrgInvite, listOrgInvites, resendOrgInvite, revokeOrganisationInvite } from './flows/org-invites.ts'
import { declineOrgInvite, listOwnOrgInvites } from './flows/own-invites.ts'
import { removeMember, setMemberRole } from './flows/set-member-role.ts'
import { transferOwnership } from './flows/transfer-ownership.ts'
import { updateOrganisation } from './flows/update-organisation.ts'
import { organisationsHooks } from './hooks.ts'
import { organisationsMails, organisationsSamples } from './mails.ts'
import { broughtOrganisations, organisationData, organisationsTables } from './migrations.ts'
import { organisationsPageHooks } from './page-hooks.tsx'
import { orgInvitePage } from './pages/org-invite.tsx'
import { organisationPage } from './pages/organisation-page.tsx'
import { organisationsPage } from './pages/organisations-page.tsx'
import { organisationsScopes } from './scopes.ts'
import { organisationsRules, organisationsSettings } from './settings.ts'
import { ORG_INVITES } from './tables/org-invites.ts'
import { ORG_MEMBERS } from './tables/org-members.ts'
import { ORG_SLUGS } from './tables/org-slugs.ts'
import { ORG_WORDS, orgWordsIn } from './tables/org-words.ts'
import { ORGANISATIONS } from './tables/organisations.ts'
import { de } from './words/de.ts'
import { en } from './words/en.ts'
import { es } from './words/es.ts'
import { fr } from './words/fr.ts'

export const organisations = {
  title: 'Organisations',
  order: 13,
  chapters: { 'Invites to organisations': /\/invites\b/, 'Organisations, for administrators': /\/admin\// },
  endpoints: {
    createOrganisation,
    listOrganisations,
    getActiveOrganisation,
    setActiveOrganisation,
    clearActiveOrganisation,
    getOrganisation,
    updateOrganisation,
    getOrgData,
    changeOrgData,
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
    listOrgs,
    getOrg,
    listOrgMembers,
    getWholeOrgData,
    changeWholeOrgData,
    setOrgOwner,
    deleteOrg,
  },
  pages: (looks: Looks) => [
    orgInvitePage(looks),
    organisationsPage(looks),
    organisationPage(looks),
    consoleOrganisationsPage(looks),
    consoleOrganisationPage(looks),
  ],
  tables: [ORG_INVITES, ORG_MEMBERS, ORG_SLUGS, ORG_WORDS, ORGANISATIONS],
  migrations: [organisationsTables, organisationData, broughtOrganisations],
  errors: organisationsErrors,
  implied: impliedByRole,
  settings: organisationsSettings,
  rules: organisationsRules,
  events: organisationsEvents,
  scopes: organisationsScopes,
  mails: organisationsMails,
  mailSamples: organisationsSamples,
  words: { de, en, es, fr },
  commands: [orgsList, orgsSetOwner],
  declares: declaredOrganisations,
  catchUp: (tx, limit) => orgWordsIn(tx).catchUp(limit),
  checks: { rows: checkOrganisations },
  hooks: organisationsHooks,
  pageHooks: organisationsPageHooks,
} as const satisfies Subject
