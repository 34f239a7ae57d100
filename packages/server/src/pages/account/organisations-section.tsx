import type { Static } from 'typebox'
import type { listOrganisations } from '../../features/orgs/list-organisations.ts'
import { pagePaths } from '../../kernel/page-paths.ts'
import { Ask } from '../components/ask.tsx'
import { ButtonForm } from '../components/button-form.tsx'
import { Empty } from '../components/empty.tsx'
import { type FormState, Refusal } from '../components/form.tsx'
import { Icon } from '../components/icon.tsx'
import { sentence } from '../components/sentence.ts'
import { Pager } from '../console/pager.tsx'
import { organisationAddress } from '../organisation/organisation-address.ts'
import { roleWords } from '../organisation/role-words.ts'
import type { Panel } from './account-document.tsx'
import { Section } from './section.tsx'

type List = Static<typeof listOrganisations.reply>

/** The organisations that one belongs to. */
export function OrganisationsSection({ view, visit, list }: Panel & { readonly list: List }) {
  const { lastOwner, own: words } = view.t.organisations
  const refused = list.orgs.find(({ id }) => id === visit.typed['id'])
  const form: FormState = {
    view,
    visit,
    action: 'leave',
    fields: {},
    words: refused
      ? { cannot_remove_last_owner: sentence(lastOwner, <a href={organisationAddress(refused.slug)}>{refused.name}</a>) }
      : {},
  }
  return (
    <Section
      id="organisations"
      title={words.list}
      visit={visit}
      notices={{ left: words.left, joined: words.joined, deleted: words.deleted }}
    >
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
      <div class="acts">
        <Ask summary={words.leave} title={words.leaveTitle} isSmall>
          <p>{sentence(words.leaveConsequence, <bdi>{name}</bdi>)}</p>
          <ButtonForm form={form} submit={words.leaveSubmit} hidden={{ id }} hasCancel tone="plain" />
        </Ask>
      </div>
    </li>
  )
}
