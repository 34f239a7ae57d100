import type { ComponentChildren } from 'preact'
import type { Texts } from '../../../platform/kernel/hosted-page.ts'
import type { View } from '../view.ts'
import { addressOf } from './filters.tsx'

const SIZES = ['25', '50', '100'] as const
type Size = (typeof SIZES)[number]

export const pageQueryIn = (query: Texts, usual: Size) => ({
  limit: SIZES.find((size) => size === query['limit']) ?? usual,
  offset: query['offset'],
  after: query['after'],
})

type ListProps = { readonly view: View; readonly path: string; readonly filters: Texts }

interface PagerProps extends ListProps {
  readonly found: { readonly total: number; readonly limit: number; readonly offset: number }
  readonly name?: string
  /** The list's fragment, where the list is only a part of the page. */
  readonly anchor?: string
}

export function Pager({ view, path, filters, found: { total, limit, offset }, name = 'offset', anchor = '' }: PagerProps) {
  const at = (start: number): string => addressOf(path, start > 0 ? { ...filters, [name]: String(start) } : filters) + anchor
  return (
    <Links
      view={view}
      first={offset > limit ? at(0) : undefined}
      previous={offset > 0 ? at(Math.max(0, Math.min(offset, total) - limit)) : undefined}
      next={offset + limit < total ? at(offset + limit) : undefined}
      range={{ first: offset + 1, last: Math.min(offset + limit, total), total }}
    />
  )
}

interface KeysetPagerProps extends ListProps {
  readonly found: PagerProps['found'] & { readonly totalIsCapped?: boolean; readonly next?: string; readonly previous?: string }
  readonly shown: number
  readonly usual: Size
}

/** For lists with `next` and `previous` (`keyset.ts`) and a choice of page sizes. */
export function KeysetPager({ view, path, filters, found, shown, usual }: KeysetPagerProps) {
  const { total, totalIsCapped = false, limit, offset, next, previous } = found
  const kept = String(limit) === usual ? filters : { ...filters, limit: String(limit) }
  const at = (after: string | undefined): string => addressOf(path, after === undefined ? kept : { ...kept, after })
  const isFurther = offset > limit
  const last = offset + shown
  return (
    <Links
      view={view}
      first={isFurther ? at(undefined) : undefined}
      previous={offset > 0 || previous !== undefined ? at(isFurther ? previous : undefined) : undefined}
      next={next === undefined ? undefined : at(next)}
      range={{ first: offset + 1, last, total: totalIsCapped ? Math.max(total, last) : total, isCapped: totalIsCapped }}
      sizes={total > Number(SIZES[0]) && <Sizes view={view} path={path} filters={filters} limit={limit} usual={usual} />}
    />
  )
}

/** These links lead to the first page, because positions do not fit pages of another length. */
function Sizes({ view, path, filters, limit, usual }: ListProps & { readonly limit: number; readonly usual: Size }) {
  return (
    <p class="sizes">
      <span class="faint">{view.t.console.pager.size}</span>
      {SIZES.map((size) => (
        <a
          key={size}
          href={addressOf(path, size === usual ? filters : { ...filters, limit: size })}
          {...(size === String(limit) && { 'aria-current': 'true' as const })}
        >
          {size}
        </a>
      ))}
    </p>
  )
}

interface LinksProps {
  readonly view: View
  readonly first: string | undefined
  readonly previous: string | undefined
  readonly next: string | undefined
  readonly range: { readonly first: number; readonly last: number; readonly total: number; readonly isCapped?: boolean }
  readonly sizes?: ComponentChildren
}

function Links({ view: { t, locale }, first, previous, next, range, sizes }: LinksProps) {
  const words = t.console.pager
  const text = new Intl.NumberFormat(locale).format
  const { total, isCapped = false } = range
  if (total === 0 && next === undefined) return null
  const of = `${text(total)}${isCapped ? '+' : ''}`
  return (
    <nav class="pager" aria-label={words.label}>
      {range.first <= range.last && <p class="faint">{words.range(text(range.first), text(range.last), of)}</p>}
      {sizes}
      <p class="row">
        {first !== undefined && <Turn href={first} words={words.first} />}
        {previous !== undefined && <Turn href={previous} words={words.previous} rel="prev" />}
        {next !== undefined && <Turn href={next} words={words.next} rel="next" />}
      </p>
    </nav>
  )
}

const Turn = ({ href, words, rel }: { readonly href: string; readonly words: string; readonly rel?: 'prev' | 'next' }) => (
  <a class="button quiet" href={href} rel={rel}>
    {words}
  </a>
)
