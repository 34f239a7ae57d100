import { DATA_INPUTS } from '../../../gate/data/pages/typed-data.ts'
import { pagePaths } from '../../../gate/page-paths.ts'
import { accountDocument } from '../../../gate/pages/account/account-document.tsx'
import type { Looks } from '../../../gate/pages/layout.tsx'
import type { Hosted } from '../../../gate/pages/view.ts'
import { Form } from '../../../platform/pages/components/form.tsx'
import { Notice } from '../../../platform/pages/components/notice.tsx'
import { Panel } from '../../../platform/pages/components/panel.tsx'
import { isAtLeast } from '../org-roles.ts'
import { ActivitySection, activityOf } from './activity-section.tsx'
import { candidatesOf, DangerSection } from './danger-section.tsx'
import { InvitesSection, invitesOf } from './invites-section.tsx'
import { MembersSection, membersOf } from './members-section.tsx'
import { NameFields, namesForm } from './name-fields.tsx'
import { OrgDataSection } from './org-data-section.tsx'
import { organisationActions } from './organisation-actions.ts'
import { roleWords } from './role-words.ts'
import { type OrganisationPanel, standingOf } from './standing.ts'

/** `/orgs/{slug}`: one organisation, for its members only. */
export const organisationPage = (looks: Looks): Hosted => ({
  path: `${pagePaths.organisation}/{slug}`,
  for: 'people',
  shownAgain: ['id', 'email', 'role', 'name', 'slug', 'userId', DATA_INPUTS],

  async show(visit) {
    const standing = await standingOf(visit)
    if (!standing) return undefined
    const { org, role } = standing
    const isAdmin = isAtLeast(role, 'admin')
    return accountDocument(visit, looks, {
      title: () => org.name,
      heading: <bdi>{org.name}</bdi>,
      above: ({ t }) => ({ href: pagePaths.accountOrganisations, words: t.account.nav.organisations }),
      content: async ({ view }) => {
        const panel = { view, visit, org, role }
        return (
          <>
            {!visit.failure && (
              <Notice done={visit.query['done']} words={{ ...view.t.organisations.page.done, dataSaved: view.t.data.done }} />
            )}
            <MembersSection {...panel} {...(await membersOf(panel))} />
            {isAdmin && <InvitesSection {...panel} list={await invitesOf(panel)} />}
            {await OrgDataSection(panel)}
            {isAdmin && <SettingsSection {...panel} />}
            {isAdmin && <ActivitySection {...panel} {...(await activityOf(panel))} />}
            {role === 'owner' && <DangerSection {...panel} candidates={await candidatesOf(panel)} />}
          </>
        )
      },
      aside: (view) => <span class="tag">{roleWords(view, role)}</span>,
    })
  },

  actions: organisationActions,
})

function SettingsSection({ view, visit, org }: OrganisationPanel) {
  const words = view.t.organisations.page
  const form = namesForm(view, visit, 'save')
  return (
    <Panel id="settings" title={words.settings}>
      <Form form={form} submit={words.settingsSubmit} tone="quiet">
        <NameFields form={form} slugHint={words.slugChange} value={org} />
      </Form>
    </Panel>
  )
}
