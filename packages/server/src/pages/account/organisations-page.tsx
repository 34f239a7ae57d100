import { acceptOwnOrgInvite } from '../../features/orgs/accept-invite.ts'
import { createOrganisation } from '../../features/orgs/create-organisation.ts'
import { leaveOrganisation } from '../../features/orgs/leave-organisation.ts'
import { listOrganisations } from '../../features/orgs/list-organisations.ts'
import { declineOrgInvite, listOwnOrgInvites } from '../../features/orgs/own-invites.ts'
import { Redirect } from '../../kernel/endpoint.ts'
import { pagePaths } from '../../kernel/page-paths.ts'
import { Form } from '../components/form.tsx'
import type { Looks } from '../components/layout.tsx'
import { unlessUnreadable } from '../console/filters.tsx'
import { orgName, orgSlug } from '../organisation/check-organisation.ts'
import { NameFields, namesForm } from '../organisation/name-fields.tsx'
import { doneIn } from '../organisation/organisation-address.ts'
import { checkFields } from '../public/check-fields.ts'
import type { Hosted, Visit } from '../view.ts'
import { accountDocument, type Panel } from './account-document.tsx'
import { doneAt } from './done-at.ts'
import { OrganisationsSection } from './organisations-section.tsx'
import { OwnInvitesSection } from './own-invites-section.tsx'
import { Section } from './section.tsx'

const LIMIT = '50'

/** `/account/organisations`: where one is invited to, where one belongs, and how to begin one. */
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
          {(organisations.creation === 'anybody' || panel.me.role === 'admin') && (
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

/** The page of the list that was asked for; the first one where the address makes no sense, or is past the end. */
async function organisationsOf({ run, query: { offset } }: Visit) {
  const { found } = await unlessUnreadable(run(listOrganisations, { query: { limit: LIMIT, offset } }))
  return found && (found.orgs.length > 0 || found.offset === 0) ? found : run(listOrganisations, { query: { limit: LIMIT } })
}

/** The thing to do here, unless an invitation waits. */
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
