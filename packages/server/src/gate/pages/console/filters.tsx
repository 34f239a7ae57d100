import type { ComponentChildren } from 'preact'
import { Failure } from '../../../platform/kernel/errors.ts'
import type { Texts } from '../../../platform/kernel/hosted-page.ts'
import { Alert } from '../../../platform/pages/components/alert.tsx'
import { ButtonLink } from '../../../platform/pages/components/button-link.tsx'
import { Empty } from '../../../platform/pages/components/note.tsx'
import type { View } from '../view.ts'

export const chosen = (query: Texts, names: readonly string[]): Texts =>
  Object.fromEntries(names.flatMap((name) => (query[name] ? [[name, query[name]]] : [])))

export const addressOf = (path: string, query: Texts): string =>
  Object.keys(query).length === 0 ? path : `${path}?${new URLSearchParams(query)}`

/** Catches what the route says about filters that it cannot read. */
export async function unlessUnreadable<T>(list: Promise<T>): Promise<{ readonly found?: T; readonly problem: string }> {
  try {
    return { found: await list, problem: '' }
  } catch (error) {
    if (error instanceof Failure && error.code === 'invalid_input') return { problem: error.message }
    throw error
  }
}

/** The route's message about a filter begins with the name of the filter. */
export const wrongIn = ({ t }: View, problem: string, name: string): string | undefined =>
  (problem.split(' must ')[0] ?? '').split(' and ').includes(name) ? t.console.filters.wrong : undefined

export const Unreadable = ({ view: { t } }: { readonly view: View }) => <Alert>{t.console.filters.unreadable}</Alert>

interface NothingProps {
  readonly view: View
  readonly found: { readonly total: number; readonly next?: string }
  readonly words: string
  readonly icon: 'building' | 'log' | 'mail' | 'users'
  readonly start: string
}

export function Nothing({ view: { t }, found: { total, next }, words, icon, start }: NothingProps) {
  const common = t.console.filters
  if (next !== undefined) return <Empty icon={icon} words={common.nothingSoFar} />
  if (total === 0) return <Empty icon={icon} words={words} />
  return (
    <>
      <Empty icon={icon} words={common.pastEnd} />
      <p class="onward">
        <ButtonLink href={start} words={common.firstPage} isQuiet />
      </p>
    </>
  )
}

interface FiltersProps {
  readonly view: View
  readonly path: string
  readonly isFiltered: boolean
  readonly kept?: Texts
  readonly children: ComponentChildren
}

/** A GET form, so that the filters are in the address, where they can be kept and shared. */
export function Filters({ view: { t }, path, isFiltered, kept = {}, children }: FiltersProps) {
  const words = t.console.filters
  return (
    <search aria-label={words.label}>
      <form method="get" action={path} class="filters">
        {Object.entries(kept).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {children}
        <div class="row">
          <button type="submit" class="quiet">
            {words.submit}
          </button>
          {isFiltered && <a href={path}>{words.clear}</a>}
        </div>
      </form>
    </search>
  )
}

type FilterProps = { readonly name: string; readonly label: string; readonly value: string | undefined }

interface TextFilterProps extends FilterProps {
  readonly type?: 'search' | 'text' | 'date'
  readonly hint?: string
  readonly error?: string | undefined
  readonly isWide?: boolean
}

export function TextFilter({ name, label, value, type = 'search', hint, error, isWide = false }: TextFilterProps) {
  const id = `filter-${name}`
  return (
    <div class={isWide ? 'field wide' : 'field'}>
      <label for={id}>{label}</label>
      <input
        id={id}
        name={name}
        type={type as 'search'}
        value={value}
        autocomplete="off"
        autocapitalize="none"
        spellcheck={false}
        {...(hint !== undefined && { placeholder: hint })}
        {...(error !== undefined && { 'aria-describedby': `${id}-error`, 'aria-invalid': 'true' })}
      />
      {error !== undefined && (
        <p class="error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  )
}

type SearchFilterProps = Omit<TextFilterProps, 'name' | 'type' | 'error'> & { readonly view: View; readonly problem: string }

export const SearchFilter = ({ view, problem, ...filter }: SearchFilterProps) => (
  <TextFilter {...filter} name="search" error={wrongIn(view, problem, 'search')} />
)

interface ChoiceFilterProps extends FilterProps {
  readonly view: View
  /** The words for no choice; absent where a choice is always made. */
  readonly any?: string
  readonly choices: Readonly<Record<string, string>>
  /** Where there are too many choices for one list; each is in one of them. */
  readonly groups?: readonly { readonly words: string; readonly keys: readonly string[] }[]
}

/** The address may hold a value that is no choice, which is marked as wrong. */
export function ChoiceFilter({ view, name, label, value, any, choices, groups = [] }: ChoiceFilterProps) {
  const id = `filter-${name}`
  const isWrong = value !== undefined && !Object.hasOwn(choices, value)
  const option = (key: string) => (
    <option key={key} value={key} selected={key === value}>
      {choices[key]}
    </option>
  )
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select id={id} name={name} {...(isWrong && { 'aria-describedby': `${id}-error`, 'aria-invalid': 'true' as const })}>
        {any !== undefined && <option value="">{any}</option>}
        {groups.length === 0 && Object.keys(choices).map(option)}
        {groups.map(({ words, keys }) => (
          <optgroup key={words} label={words}>
            {keys.map(option)}
          </optgroup>
        ))}
      </select>
      {isWrong && (
        <p class="error" id={`${id}-error`}>
          {view.t.console.filters.wrong}
        </p>
      )}
    </div>
  )
}
