import type { Static } from 'typebox'
import { DataFacts } from '../../../gate/data/pages/data-facts.tsx'
import { DataFields } from '../../../gate/data/pages/data-fields.tsx'
import { checkedData, DATA_INPUTS } from '../../../gate/data/pages/typed-data.ts'
import { unlessRefused } from '../../../gate/data/pages/unless-refused.ts'
import { pagePaths } from '../../../gate/page-paths.ts'
import { consoleDocument } from '../../../gate/pages/console/console-document.tsx'
import { unlessUnreadable } from '../../../gate/pages/console/filters.tsx'
import { may } from '../../../gate/pages/console/may.ts'
import type { Looks } from '../../../gate/pages/layout.tsx'
import { type Hosted, type PageProps, viewOf } from '../../../gate/pages/view.ts'
import { Redirect } from '../../../platform/kernel/endpoint.ts'
import { ButtonForm } from '../../../platform/pages/components/button-form.tsx'
import { ConfirmPanel } from '../../../platform/pages/components/confirm-panel.tsx'
import { Facts } from '../../../platform/pages/components/facts.tsx'
import { Field, Form, type FormState, Refusal } from '../../../platform/pages/components/form.tsx'
import { Panel } from '../../../platform/pages/components/panel.tsx'
import { sentence } from '../../../platform/pages/components/sentence.ts'
import { Time } from '../../../platform/pages/components/time.tsx'
import { accountIdOf } from '../../administration/index.ts'
import { deleteOrg } from '../administration/delete-org.ts'
import { getOrg } from '../administration/get-org.ts'
import { listOrgMembers } from '../administration/list-org-members.ts'
import { setOrgOwner } from '../administration/set-org-owner.ts'
import { changeWholeOrgData, getWholeOrgData } from '../administration/whole-org-data.ts'
import { OrgMembers } from './organisation-members.tsx'

type Org = Static<typeof getOrg.reply>

/** `/console/organisations/{id}`: also the way to give an organisation an owner whose owners are gone or banned. */
export const consoleOrganisationPage = (looks: Looks): Hosted => ({
  path: `${pagePaths.consoleOrganisations}/{id}`,
  for: 'administrators',
  scope: 'orgs:read',
  shownAgain: ['account', DATA_INPUTS],

  async show(visit) {
    if (!visit.deps.config.organisations.enabled) return undefined
    const view = viewOf(visit)
    const org = await visit.run(getOrg, { params: visit.params })
    const query = { search: visit.query['search'], offset: visit.query['offset'], limit: '25' }
    const members = await unlessUnreadable(visit.run(listOrgMembers, { params: visit.params, query }))
    const above = { href: pagePaths.consoleOrganisations, words: view.t.console.nav.organisations }
    return consoleDocument(
      { view, visit, looks, title: org.name, heading: <bdi>{org.name}</bdi>, above, hasTimes: true },
      <>
        <Refusal form={{ view, visit, action: 'delete' }} />
        <OrgFacts view={view} org={org} />
        <OrgMembers view={view} visit={visit} org={org} {...members} />
        {await WholeDataSection({ view, visit })}
        {may(visit, 'orgs:write') && (
          <>
            <Appointment view={view} visit={visit} />
            <Deletion view={view} visit={visit} org={org} />
          </>
        )}
      </>,
    )
  },

  actions: {
    async appoint(call) {
      const userId = (await accountIdOf(call, call.fields['account'])) ?? ''
      await call.run(setOrgOwner, { params: call.params, body: { userId } })
      return new Redirect(`${pagePaths.consoleOrganisations}/${call.params['id']}?done=ownerAppointed`)
    },

    async saveData(call) {
      const data = checkedData(call, call.deps.config.data.orgFields)
      const { ifUpdatedAt } = call.fields
      await call.run(changeWholeOrgData, { params: call.params, body: { data, ifUpdatedAt } })
      return new Redirect(`${pagePaths.consoleOrganisations}/${call.params['id']}?done=dataSaved`)
    },

    async delete({ run, params }) {
      await run(deleteOrg, { params })
      return new Redirect(`${pagePaths.consoleOrganisations}?done=organisationDeleted`)
    },
  },
})

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
          [words.created, <Time view={view} at={org.createdAt} />],
          [view.t.console.user.id, <code>{org.id}</code>],
        ]}
      />
    </Panel>
  )
}

async function WholeDataSection({ view, visit }: PageProps) {
  const { orgFields } = visit.deps.config.data
  const found = orgFields.length > 0 && (await unlessRefused(visit.run(getWholeOrgData, { params: visit.params })))
  if (!found) return null
  const form = { view, visit, action: 'saveData' }
  const words = view.t.data
  if (!may(visit, 'data:write'))
    return (
      <Panel id="data" title={words.ofOrganisation}>
        <DataFacts view={view} fields={orgFields} values={found.data} />
      </Panel>
    )
  return (
    <Panel id="data" title={words.ofOrganisation}>
      <Form form={form} submit={words.submit} hidden={{ ifUpdatedAt: found.updatedAt }}>
        <DataFields form={form} fields={orgFields} values={found.data} note={({ access }) => words.tiersOfOrgs[access]} />
      </Form>
    </Panel>
  )
}

function Appointment({ view, visit }: PageProps) {
  const words = view.t.organisations.console
  const fields = { user_not_found: 'account', invalid_input: 'account', org_limit_reached: 'account' }
  const refusals = { user_not_found: words.unknown, invalid_input: words.wrong }
  const form: FormState = { view, visit, action: 'appoint', fields, words: refusals }
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
      <ConfirmPanel summary={page.delete} title={page.deleteTitle} tone="danger">
        <p>{sentence(words.deleteConsequence, <bdi>{org.name}</bdi>)}</p>
        <ButtonForm form={{ view, visit, action: 'delete' }} submit={page.deleteSubmit} tone="danger" hasCancel />
      </ConfirmPanel>
    </Panel>
  )
}
