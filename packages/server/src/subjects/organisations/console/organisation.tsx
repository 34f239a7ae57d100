import type { Static } from 'typebox'
import { pagePaths } from '../../../gate/page-paths.ts'
import { consoleDocument } from '../../../gate/pages/console/console-document.tsx'
import { unlessUnreadable } from '../../../gate/pages/console/filters.tsx'
import type { Looks } from '../../../gate/pages/layout.tsx'
import { type Hosted, type PageProps, type Visit, viewOf } from '../../../gate/pages/view.ts'
import { Redirect } from '../../../platform/kernel/endpoint.ts'
import { Ask } from '../../../platform/pages/components/ask.tsx'
import { ButtonForm } from '../../../platform/pages/components/button-form.tsx'
import { Facts } from '../../../platform/pages/components/facts.tsx'
import { Field, Form, type FormState, Refusal } from '../../../platform/pages/components/form.tsx'
import { Panel } from '../../../platform/pages/components/panel.tsx'
import { sentence } from '../../../platform/pages/components/sentence.ts'
import { Moment } from '../../../platform/pages/components/time.tsx'
import { accountIdOf } from '../../administration/index.ts'
import { deleteOrg } from '../administration/delete-org.ts'
import { getOrg } from '../administration/get-org.ts'
import { listOrgMembers } from '../administration/list-org-members.ts'
import { setOrgOwner } from '../administration/set-org-owner.ts'
import { OrgMembers } from './organisation-members.tsx'

type Org = Static<typeof getOrg.reply>

const PAGE = '25'

/** `/console/organisations/{id}`: one organisation, and the way to give it an owner again. */
export const consoleOrganisationPage = (looks: Looks): Hosted => ({
  path: `${pagePaths.consoleOrganisations}/{id}`,
  for: 'administrators',
  shownAgain: ['account'],

  async show(visit) {
    if (!visit.deps.config.organisations.enabled) return undefined
    const view = viewOf(visit)
    const org = await visit.run(getOrg, { params: visit.params })
    const members = await membersOf(visit)
    return consoleDocument(
      {
        view,
        visit,
        looks,
        title: org.name,
        heading: <bdi>{org.name}</bdi>,
        above: { href: pagePaths.consoleOrganisations, words: view.t.console.nav.organisations },
      },
      <>
        <Refusal form={{ view, visit, action: 'delete' }} />
        <OrgFacts view={view} org={org} />
        <OrgMembers view={view} visit={visit} org={org} {...members} />
        <Appointment view={view} visit={visit} />
        <Deletion view={view} visit={visit} org={org} />
      </>,
    )
  },

  actions: {
    async appoint(call) {
      const userId = (await accountIdOf(call, call.fields['account'])) ?? ''
      await call.run(setOrgOwner, { params: call.params, body: { userId } })
      return new Redirect(`${pagePaths.consoleOrganisations}/${call.params['id']}?done=ownerAppointed`)
    },

    async delete({ run, params }) {
      await run(deleteOrg, { params })
      return new Redirect(`${pagePaths.consoleOrganisations}?done=organisationDeleted`)
    },
  },
})

const membersOf = ({ run, params, query: { search, offset } }: Visit) =>
  unlessUnreadable(run(listOrgMembers, { params, query: { search, offset, limit: PAGE } }))

function OrgFacts({ view, org }: Pick<PageProps, 'view'> & { readonly org: Org }) {
  const { slug, members, owners, console: words } = view.t.organisations
  const number = new Intl.NumberFormat(view.locale).format
  return (
    <Panel id="facts" title={words.facts}>
      <Facts
        facts={[
          [view.t.common.name, <bdi>{org.name}</bdi>],
          [slug, org.slug],
          [words.count, `${members(number(org.memberCount))}, ${owners(number(org.ownerCount))}`],
          [words.created, <Moment view={view} at={org.createdAt} />],
          [view.t.console.user.id, <code>{org.id}</code>],
        ]}
      />
    </Panel>
  )
}

function Appointment({ view, visit }: PageProps) {
  const words = view.t.organisations.console
  const form: FormState = {
    view,
    visit,
    action: 'appoint',
    fields: { user_not_found: 'account', invalid_input: 'account', org_limit_reached: 'account' },
    words: { user_not_found: words.unknown, invalid_input: words.wrong },
  }
  return (
    <Panel id="appoint" title={words.appoint} lead={words.appointLead}>
      <Form form={form} submit={words.appointSubmit}>
        <Field form={form} name="account" label={words.account} autocomplete="off" />
      </Form>
    </Panel>
  )
}

function Deletion({ view, visit, org }: PageProps & { readonly org: Org }) {
  const { page, console: words } = view.t.organisations
  return (
    <Panel id="deletion" title={words.deletion} tone="danger">
      <Ask summary={page.delete} title={page.deleteTitle} tone="danger" isSmall>
        <p>{sentence(words.deleteConsequence, <bdi>{org.name}</bdi>)}</p>
        <ButtonForm form={{ view, visit, action: 'delete' }} submit={page.deleteSubmit} tone="danger" hasCancel />
      </Ask>
    </Panel>
  )
}
