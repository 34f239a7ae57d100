import type { Texts } from '../../kernel/hosted-page.ts'
import type { View } from '../view.ts'
import { addressOf } from './filters.tsx'

interface PagerProps {
  readonly view: View
  readonly path: string
  /** What the links keep. */
  readonly filters: Texts
  readonly found: { readonly total: number; readonly limit: number; readonly offset: number }
  /** Under which name the address says how many are passed over. */
  readonly name?: string
  /** Where on the page the list is, when it is not the whole of it. */
  readonly anchor?: string
}

/** Links to the pages before and after this one. */
export function Pager({
  view: { t, language },
  path,
  filters,
  found: { total, limit, offset },
  name = 'offset',
  anchor = '',
}: PagerProps) {
  const words = t.console.pager
  const text = new Intl.NumberFormat(language).format
  const at = (start: number): string => addressOf(path, start > 0 ? { ...filters, [name]: String(start) } : filters) + anchor
  if (total === 0) return null
  return (
    <nav class="pager" aria-label={words.label}>
      {offset > 0 && (
        <a href={at(Math.max(0, Math.min(offset, total) - limit))} rel="prev">
          {words.previous}
        </a>
      )}
      {offset < total && (
        <span class="faint">{words.range(text(offset + 1), text(Math.min(offset + limit, total)), text(total))}</span>
      )}
      {offset + limit < total && (
        <a href={at(offset + limit)} rel="next">
          {words.next}
        </a>
      )}
    </nav>
  )
}
