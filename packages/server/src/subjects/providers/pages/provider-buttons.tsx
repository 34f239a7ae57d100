import type { View, Visit } from '../../../gate/pages/view.ts'
import { Mark } from './mark.tsx'

/** One link per provider. Links, and not forms: the browser leaves us, and a form may only lead to ourselves. */
export function ProviderButtons({ view: { t }, visit }: { readonly view: View; readonly visit: Visit }) {
  const { deps, query } = visit
  const providers = [...deps.providers.values()]
  if (providers.length === 0) return null
  const { returnTo } = query
  const suffix = new URLSearchParams({ pages: 'hosted', ...(returnTo !== undefined && { returnTo }) })
  return (
    <>
      <p class="or">
        <span>{t.common.or}</span>
      </p>
      <ul class="providers">
        {providers.map(({ name, label }) => (
          <li key={name}>
            <a class="button quiet" href={`/auth/oauth/${name}?${suffix}`}>
              <Mark visit={visit} name={name} />
              {t.signIn.with(label)}
            </a>
          </li>
        ))}
      </ul>
    </>
  )
}
