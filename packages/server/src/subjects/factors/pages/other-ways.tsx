import type { PageProps, View, Visit } from '../../../gate/pages/view.ts'

type Method = keyof View['t']['factors']['use']

/** In the address: with what one wants to show who one is. */
const METHOD_FIELD = 'method'

/** The one that was asked for, if it is to be had; else the first. */
export const chosenOf = <M extends string>({ query }: Visit, methods: readonly M[]): M | undefined =>
  methods.find((method) => method === query[METHOD_FIELD]) ?? methods[0]

interface OtherWaysProps extends PageProps {
  readonly methods: readonly Method[]
  readonly chosen: Method
  /** What the address has to say beside that; it may have come with a form. */
  readonly facts?: Readonly<Record<string, string>>
}

/** What else it can be shown with: one at a time, and each at an address of its own. */
export function OtherWays({ view, visit, methods, chosen, facts = {} }: OtherWaysProps) {
  const { factors } = view.t
  const others = methods.filter((method) => method !== chosen)
  if (others.length === 0) return null
  const [path = ''] = visit.address.split('?')
  const { done: _done, ...query } = visit.query
  const at = (method: Method): string => `${path}?${new URLSearchParams({ ...query, ...facts, [METHOD_FIELD]: method })}`
  return (
    <nav class="ways" aria-label={factors.others}>
      <ul>
        {others.map((method) => (
          <li key={method}>
            <a href={at(method)}>{factors.use[method]}</a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
