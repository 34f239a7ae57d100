import type { Static } from 'typebox'
import { pagePaths } from '../../../gate/page-paths.ts'
import { Section } from '../../../gate/pages/account/section.tsx'
import { Pager } from '../../../gate/pages/console/pager.tsx'
import type { Panel } from '../../../gate/pages/view.ts'
import { Acts } from '../../../platform/pages/components/acts.tsx'
import { ButtonForm } from '../../../platform/pages/components/button-form.tsx'
import { ConfirmPanel } from '../../../platform/pages/components/confirm-panel.tsx'
import { type FormState, Refusal } from '../../../platform/pages/components/form.tsx'
import { Icon } from '../../../platform/pages/components/icon.tsx'
import { Empty } from '../../../platform/pages/components/note.tsx'
import { sentence } from '../../../platform/pages/components/sentence.ts'
import type { listOrganisations } from '../flows/list-organisations.ts'
import { organisationAddress } from './organisation-address.ts'
import { roleWords } from './role-words.ts'

type List = Static<typeof listOrganisations.reply>

export function OrganisationsSection({ view, visit, list }: Panel & { readonly list: List }) {
  const { lastOwner, own: words } = view.t.organisations
  const refused = list.orgs.find(({ id }) => id === visit.typed['id'])
  const link = refused && <a href={organisationAddress(refused.slug)}>{refused.name}</a>
  const refusals = link ? { cannot_remove_last_owner: sentence(lastOwner, link) } : {}
  const form: FormState = { view, visit, action: 'leave', words: refusals }
  const notices = { left: words.left, joined: words.joined, deleted: words.deleted }
  return (
    <Section id="organisations" title={words.list} visit={visit} notices={notices}>
      <Refusal form={form} />
      {list.orgs.length === 0 && <Empty icon="building" words={words.none} />}
      {list.orgs.length > 0 && (
        <ul class="things">
          {list.orgs.map((org) => (
            <OrganisationRow key={org.id} form={form} org={org} />
          ))}
        </ul>
      )}
      {list.total > list.limit && (
        <Pager view={view} path={pagePaths.accountOrganisations} filters={{}} found={list} anchor="#organisations" />
      )}
    </Section>
  )
}

function OrganisationRow({ form, org }: { readonly form: FormState; readonly org: List['orgs'][number] }) {
  const { view } = form
  const { members, own: words } = view.t.organisations
  const { id, name, slug, role, memberCount } = org
  return (
    <li>
      <div class="thing">
        <Icon name="building" />
        <div>
          <p>
            <a href={organisationAddress(slug)}>
              <b>
                <bdi>{name}</bdi>
              </b>
            </a>{' '}
            <span class="tag">{roleWords(view, role)}</span>
          </p>
          <p class="line">{members(new Intl.NumberFormat(view.locale).format(memberCount))}</p>
        </div>
      </div>
      <Acts>
        <ConfirmPanel summary={words.leave} title={words.leaveTitle}>
          <p>{sentence(words.leaveConsequence, <bdi>{name}</bdi>)}</p>
          <ButtonForm form={form} submit={words.leaveSubmit} hidden={{ id }} hasCancel tone="plain" />
        </ConfirmPanel>
      </Acts>
    </li>
  )
}
