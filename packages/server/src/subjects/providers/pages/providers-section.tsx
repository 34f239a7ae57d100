import { pagePaths } from '../../../gate/page-paths.ts'
import { Section } from '../../../gate/pages/account/section.tsx'
import { backOf } from '../../../gate/pages/after-credentials.ts'
import type { Panel, Visit } from '../../../gate/pages/view.ts'
import type { ErrorCode } from '../../../platform/kernel/errors.ts'
import { RESUMED_FIELD } from '../../../platform/kernel/hosted-page.ts'
import { Alert } from '../../../platform/pages/components/alert.tsx'
import { Ask } from '../../../platform/pages/components/ask.tsx'
import { ButtonForm } from '../../../platform/pages/components/button-form.tsx'
import { ButtonLink } from '../../../platform/pages/components/button-link.tsx'
import { Refusal } from '../../../platform/pages/components/form.tsx'
import { Success } from '../../../platform/pages/components/notice.tsx'
import { listProviders } from '../flows/list-providers.ts'
import { Mark } from './mark.tsx'

export interface Entry {
  readonly name: string
  readonly label: string
  readonly isLinked: boolean
  readonly isAvailable: boolean
}

/** Every provider that is offered, and those that are linked although they are not offered any more. */
export async function providersOf({ run, deps: { providers } }: Visit): Promise<readonly Entry[]> {
  if (providers.size === 0) return []
  const { available, linked = [] } = await run(listProviders)
  return [...new Set([...available, ...linked])].map((name) => ({
    name,
    label: providers.get(name)?.label ?? name,
    isLinked: linked.includes(name),
    isAvailable: available.includes(name),
  }))
}

/** Those that open the account: one that is not offered any more opens nothing. */
export const opening = (list: readonly Entry[]): readonly Entry[] =>
  list.filter(({ isLinked, isAvailable }) => isLinked && isAvailable)

export function ProvidersSection({ view, visit, list }: Omit<Panel, 'me'> & { readonly list: readonly Entry[] }) {
  const words = view.t.account.providers
  const link = { view, visit, action: 'link' } as const
  const unlink = { view, visit, action: 'unlink' } as const
  if (list.length === 0) return null
  return (
    <Section
      id="providers"
      title={words.title}
      lead={words.lead}
      visit={visit}
      notices={{ linked: words.linkDone, unlinked: words.unlinkDone, reset: words.stillLinked }}
    >
      <Resumed view={view} visit={visit} />
      <ReturnedError view={view} visit={visit} />
      <Refusal form={link} />
      {visit.failure?.code === 'cannot_unlink_last_provider' ? <LastWay view={view} /> : <Refusal form={unlink} />}
      <ul class="things">
        {list.map((entry) => (
          <ProviderRow key={entry.name} view={view} visit={visit} entry={entry} />
        ))}
      </ul>
      <Onward view={view} visit={visit} />
    </Section>
  )
}

/** For a visitor from a reset, who was on the way to somewhere. */
function Onward({ view: { t }, visit }: Omit<Panel, 'me'>) {
  const back = backOf(visit)
  return back === undefined ? null : (
    <p>
      <ButtonLink href={back} words={t.common.continue} />
    </p>
  )
}

/** What can be done about it is said in the same breath. */
const LastWay = ({ view: { t } }: Pick<Panel, 'view'>) => (
  <Alert>
    {t.errors.cannot_unlink_last_provider}{' '}
    <a href={`${pagePaths.accountSecurity}#password`}>{t.account.providers.passwordFirst}</a>
  </Alert>
)

/** For a visitor who had to prove first who they are: what they came for can be done now. */
function Resumed({ view: { t }, visit: { query, failure } }: Omit<Panel, 'me'>) {
  if (failure || query['error'] !== undefined || query[RESUMED_FIELD] !== 'link') return null
  return <Success words={t.account.providers.confirmed} />
}

/** What the provider's way back has put into our address. Only words of ours are ever shown for it. */
function ReturnedError({ view: { t }, visit: { query, failure } }: Omit<Panel, 'me'>) {
  const { error } = query
  if (failure || error === undefined || !Object.hasOwn(t.errors, error)) return null
  return <Alert>{t.errors[error as ErrorCode]}</Alert>
}

function ProviderRow({
  view,
  visit,
  entry: { name, label, isLinked, isAvailable },
}: Omit<Panel, 'me'> & { readonly entry: Entry }) {
  const words = view.t.account.providers
  const id = `provider-${name}`
  const form = { view, visit, action: isLinked ? 'unlink' : 'link' } as const
  return (
    <li>
      <div class="thing">
        <Mark visit={visit} name={name} />
        <p id={id}>
          <b>
            <bdi>{label}</bdi>
          </b>{' '}
          {isLinked && <span class="tag good">{words.linked}</span>}{' '}
          {!isAvailable && <span class="tag">{words.unavailable}</span>}
        </p>
      </div>
      {!isLinked && <ButtonForm form={form} submit={words.link} hidden={{ provider: name }} describedBy={id} />}
      {isLinked && isAvailable && (
        <Ask summary={words.askUnlink} title={words.unlinkTitle(label)} isSmall>
          <p>{words.consequence(label)}</p>
          <ButtonForm form={form} submit={words.unlink} hidden={{ provider: name }} describedBy={id} tone="danger" hasCancel />
        </Ask>
      )}
    </li>
  )
}
