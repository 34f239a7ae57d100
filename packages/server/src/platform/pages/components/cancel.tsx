import type { AnyPageProps } from '../view.ts'

/** With a script the panel closes in place; without one the page is loaded again. */
export const Cancel = ({ view, visit }: AnyPageProps) => (
  <a class="button quiet" href={withoutNews(visit.address)} data-cancel>
    {view.t.common.cancel}
  </a>
)

/** The notice of an earlier act must not show again. */
function withoutNews(address: string): string {
  const [path = '', query = ''] = address.split('?')
  const left = new URLSearchParams(query)
  for (const name of ['done', 'error', 'resume']) left.delete(name)
  return left.size === 0 ? path : `${path}?${left}`
}
