import type { PageProps, View, Visit } from '../../../gate/pages/view.ts'

type Method = keyof View['t']['factors']['use']

export const chosenMethod = <M extends string>({ query }: Visit, methods: readonly M[]): M | undefined =>
  methods.find((method) => method === query['method']) ?? methods[0]

interface OtherWaysProps extends PageProps {
  readonly methods: readonly Method[]
  readonly chosen: Method
  /** Further parameters of the address: the page may know them from a form alone. */
  readonly facts?: Readonly<Record<string, string>>
}

export function OtherMethods({ view, visit, methods, chosen, facts = {} }: OtherWaysProps) {
  const { factors } = view.t
  const others = methods.filter((method) => method !== chosen)
  if (others.length === 0) return null
  const [path = ''] = visit.address.split('?')
  const { done: _done, ...query } = visit.query
  return (
    <nav class="ways" aria-label={factors.others}>
      <ul>
        {others.map((method) => (
          <li key={method}>
            <a href={`${path}?${new URLSearchParams({ ...query, ...facts, method })}`}>{factors.use[method]}</a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
