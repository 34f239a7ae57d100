import type { AnyPageProps } from '../view.ts'

/** Out of a panel again. With a script it closes where it is; without one the page is shown as it was. */
export const Cancel = ({ view, visit, isSmall = false }: AnyPageProps & { readonly isSmall?: boolean }) => (
  <a class={isSmall ? 'button quiet small' : 'button quiet'} href={withoutNews(visit.address)} data-cancel>
    {view.t.common.cancel}
  </a>
)

/** What was done before is not said a second time. */
function withoutNews(address: string): string {
  const [path = '', query = ''] = address.split('?')
  const left = new URLSearchParams(query)
  for (const name of ['done', 'error', 'resume']) left.delete(name)
  return left.size === 0 ? path : `${path}?${left}`
}
