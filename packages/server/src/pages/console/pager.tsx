import type { Texts } from '../../kernel/hosted-page.ts'
import type { View } from '../view.ts'
import { addressOf } from './filters.tsx'

interface ListProps {
  readonly view: View
  readonly path: string
  /** What the links keep. */
  readonly filters: Texts
}

interface PagerProps extends ListProps {
  readonly found: { readonly total: number; readonly limit: number; readonly offset: number }
  /** Under which name the address says how many are passed over. */
  readonly name?: string
  /** Where on the page the list is, when it is not the whole of it. */
  readonly anchor?: string
}

/** Links to the pages before and after this one, by how many are passed over. */
export function Pager({ view, path, filters, found: { total, limit, offset }, name = 'offset', anchor = '' }: PagerProps) {
  const at = (start: number): string => addressOf(path, start > 0 ? { ...filters, [name]: String(start) } : filters) + anchor
  return (
    <Links
      view={view}
      previous={offset > 0 ? at(Math.max(0, Math.min(offset, total) - limit)) : undefined}
      next={offset + limit < total ? at(offset + limit) : undefined}
      range={{ first: offset + 1, last: Math.min(offset + limit, total), total }}
    />
  )
}

interface PlacePagerProps extends ListProps {
  readonly found: PagerProps['found'] & { readonly totalIsCapped?: boolean; readonly next?: string; readonly previous?: string }
  /** How many rows the page has. */
  readonly shown: number
}

/** The same for a list whose pages say where the others lie. */
export function PlacePager({ view, path, filters, found, shown }: PlacePagerProps) {
  const { total, totalIsCapped = false, limit, offset, next, previous } = found
  const at = (after: string | undefined): string => addressOf(path, after === undefined ? filters : { ...filters, after })
  return (
    <Links
      view={view}
      previous={offset > 0 || previous !== undefined ? at(offset > limit ? previous : undefined) : undefined}
      next={next === undefined ? undefined : at(next)}
      range={{
        first: offset + 1,
        last: offset + shown,
        total: totalIsCapped ? Math.max(total, offset + shown) : total,
        isCapped: totalIsCapped,
      }}
    />
  )
}

interface LinksProps {
  readonly view: View
  readonly previous: string | undefined
  readonly next: string | undefined
  readonly range: { readonly first: number; readonly last: number; readonly total: number; readonly isCapped?: boolean }
}

function Links({ view: { t, locale }, previous, next, range: { first, last, total, isCapped = false } }: LinksProps) {
  const words = t.console.pager
  const text = new Intl.NumberFormat(locale).format
  if (total === 0 && next === undefined) return null
  return (
    <nav class="pager" aria-label={words.label}>
      {previous !== undefined && (
        <a href={previous} rel="prev">
          {words.previous}
        </a>
      )}
      {first <= last && <span class="faint">{words.range(text(first), text(last), `${text(total)}${isCapped ? '+' : ''}`)}</span>}
      {next !== undefined && (
        <a href={next} rel="next">
          {words.next}
        </a>
      )}
    </nav>
  )
}
