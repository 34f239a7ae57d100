import { pagePaths } from '../../../gate/page-paths.ts'
import { accountDocument } from '../../../gate/pages/account/account-document.tsx'
import { doneAt } from '../../../gate/pages/account/done-at.ts'
import { Section } from '../../../gate/pages/account/section.tsx'
import { checkFields } from '../../../gate/pages/check-fields.ts'
import { unlessUnreadable } from '../../../gate/pages/console/filters.tsx'
import type { Looks } from '../../../gate/pages/layout.tsx'
import type { Hosted, Panel, Visit } from '../../../gate/pages/view.ts'
import { Redirect } from '../../../platform/kernel/endpoint.ts'
import { Form } from '../../../platform/pages/components/form.tsx'
import { acceptOwnOrgInvite } from '../flows/accept-invite.ts'
import { createOrganisation, mayCreate } from '../flows/create-organisation.ts'
import { leaveOrganisation } from '../flows/leave-organisation.ts'
import { listOrganisations } from '../flows/list-organisations.ts'
import { declineOrgInvite, listOwnOrgInvites } from '../flows/own-invites.ts'
import { orgName, orgSlug } from './check-organisation.ts'
import { NameFields, namesForm } from './name-fields.tsx'
import { doneIn } from './organisation-address.ts'
import { OrganisationsSection } from './organisations-section.tsx'
import { OwnInvitesSection } from './own-invites-section.tsx'

const LIMIT = '50'

export const organisationsPage = (looks: Looks): Hosted => ({
  path: pagePaths.accountOrganisations,
  for: 'people',
  shownAgain: ['id', 'name', 'slug'],

  async show(visit) {
    const { organisations } = visit.deps.config
    if (!organisations.enabled) return undefined
    const invites = await visit.run(listOwnOrgInvites, { query: { limit: LIMIT } })
    const orgs = await organisationsOf(visit)
    return accountDocument(visit, looks, {
      title: (words) => words.organisations,
      content: (panel) => (
        <>
          <OwnInvitesSection {...panel} invites={invites.invites} />
          <OrganisationsSection {...panel} list={orgs} />
          {visit.caller && mayCreate(visit.deps.config, visit.caller.account) && (
            <CreationSection {...panel} isFirst={invites.total === 0} />
          )}
        </>
      ),
    })
  },

  actions: {
    async accept({ run, fields: { id = '' } }) {
      const { organisation } = await run(acceptOwnOrgInvite, { params: { id } })
      return new Redirect(doneIn(organisation.slug, 'joined'))
    },

    async decline({ run, fields: { id = '' } }) {
      await run(declineOrgInvite, { params: { id } })
      return new Redirect(doneAt('organisations', 'declined'))
    },

    async leave({ run, fields: { id = '' } }) {
      await run(leaveOrganisation, { params: { orgId: id } })
      return new Redirect(doneAt('organisations', 'left'))
    },

    async create(call) {
      checkFields(call, { name: orgName, slug: orgSlug })
      const { name, slug } = call.fields
      const made = await call.run(createOrganisation, { body: { name, slug } })
      return new Redirect(doneIn(made.slug, 'created'))
    },
  },
})

/** Where the address asks for a page that does not exist, the first page is shown. */
async function organisationsOf({ run, query: { offset } }: Visit) {
  const { found } = await unlessUnreadable(run(listOrganisations, { query: { limit: LIMIT, offset } }))
  return found && (found.orgs.length > 0 || found.offset === 0) ? found : run(listOrganisations, { query: { limit: LIMIT } })
}

/** The main button of the page, unless an invitation waits. */
function CreationSection({ view, visit, isFirst }: Panel & { readonly isFirst: boolean }) {
  const { slugOptional, own: words } = view.t.organisations
  const form = namesForm(view, visit, 'create')
  return (
    <Section id="create" title={words.create} lead={words.createLead} visit={visit}>
      <Form form={form} submit={words.createSubmit} tone={isFirst ? 'plain' : 'quiet'}>
        <NameFields form={form} slugHint={slugOptional} />
      </Form>
    </Section>
  )
}
