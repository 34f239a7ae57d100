import { pagePaths } from '../../../gate/page-paths.ts'
import { Section } from '../../../gate/pages/account/section.tsx'
import { backOf } from '../../../gate/pages/after-credentials.ts'
import type { PageProps, Visit } from '../../../gate/pages/view.ts'
import type { ErrorCode } from '../../../platform/kernel/errors.ts'
import { RESUMED_FIELD } from '../../../platform/kernel/hosted-page.ts'
import { Alert } from '../../../platform/pages/components/alert.tsx'
import { ButtonForm } from '../../../platform/pages/components/button-form.tsx'
import { ButtonLink } from '../../../platform/pages/components/button-link.tsx'
import { ConfirmPanel } from '../../../platform/pages/components/confirm-panel.tsx'
import { Refusal } from '../../../platform/pages/components/form.tsx'
import { Success } from '../../../platform/pages/components/notice.tsx'
import { listProviders } from '../flows/list-providers.ts'
import { ProviderMark } from './provider-mark.tsx'

export type Entry = Awaited<ReturnType<typeof providersOf>>[number]

/** Also lists providers that are linked although they are not offered any more. */
export async function providersOf({ run, deps: { providers } }: Visit) {
  if (providers.size === 0) return []
  const { available, linked = [] } = await run(listProviders)
  return [...new Set([...available, ...linked])].map((name) => ({
    name,
    label: providers.get(name)?.label ?? name,
    isLinked: linked.includes(name),
    isAvailable: available.includes(name),
  }))
}

/** A linked provider that is not offered any more does not open the account. */
export const openingProviders = (list: readonly Entry[]): readonly Entry[] =>
  list.filter(({ isLinked, isAvailable }) => isLinked && isAvailable)

export function ProvidersSection({ view, visit, list }: PageProps & { readonly list: readonly Entry[] }) {
  const words = view.t.account.providers
  if (list.length === 0) return null
  const back = backOf(visit)
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
      <Refusal form={{ view, visit, action: 'link' }} />
      {visit.failure?.code === 'cannot_unlink_last_provider' ? (
        <Alert>
          {view.t.errors.cannot_unlink_last_provider} <a href={`${pagePaths.accountSecurity}#password`}>{words.passwordFirst}</a>
        </Alert>
      ) : (
        <Refusal form={{ view, visit, action: 'unlink' }} />
      )}
      <ul class="things">
        {list.map((entry) => (
          <ProviderRow key={entry.name} view={view} visit={visit} entry={entry} />
        ))}
      </ul>
      {back !== undefined && (
        <p>
          <ButtonLink href={back} words={view.t.common.continue} />
        </p>
      )}
    </Section>
  )
}

/** Tells a visitor who had to pass a step-up first that the provider can be linked now. */
function Resumed({ view: { t }, visit: { query, failure } }: PageProps) {
  if (failure || query['error'] !== undefined || query[RESUMED_FIELD] !== 'link') return null
  return <Success words={t.account.providers.confirmed} />
}

/** A stranger can make a link with any error in its query, so only texts of ours are ever shown for an error. */
function ReturnedError({ view: { t }, visit: { query, failure } }: PageProps) {
  const { error } = query
  if (failure || error === undefined || !Object.hasOwn(t.errors, error)) return null
  return <Alert>{t.errors[error as ErrorCode]}</Alert>
}

function ProviderRow({ view, visit, entry: { name, label, isLinked, isAvailable } }: PageProps & { readonly entry: Entry }) {
  const words = view.t.account.providers
  const id = `provider-${name}`
  const form = { view, visit, action: isLinked ? 'unlink' : 'link' } as const
  return (
    <li>
      <div class="thing">
        <ProviderMark visit={visit} name={name} />
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
        <ConfirmPanel summary={words.askUnlink} title={words.unlinkTitle(label)}>
          <p>{words.consequence(label)}</p>
          <ButtonForm form={form} submit={words.unlink} hidden={{ provider: name }} describedBy={id} tone="danger" hasCancel />
        </ConfirmPanel>
      )}
    </li>
  )
}
