import type { PageProps } from '../../../gate/pages/view.ts'
import { ProviderMark } from './provider-mark.tsx'

/** Links and not forms, because our content security policy lets no form lead to another site. */
export function ProviderButtons({ view: { t }, visit }: PageProps) {
  const providers = [...visit.deps.providers.values()]
  if (providers.length === 0) return null
  const { returnTo } = visit.query
  const suffix = new URLSearchParams({ pages: 'hosted', ...(returnTo !== undefined && { returnTo }) })
  return (
    <>
      <p class="or">
        <span>{t.common.or}</span>
      </p>
      <ul class="providers">
        {providers.map(({ name, label }) => (
          <li key={name}>
            <a class="button quiet" href={`~/auth/oauth/${name}?${suffix}`}>
              <ProviderMark visit={visit} name={name} />
              {t.signIn.with(label)}
            </a>
          </li>
        ))}
      </ul>
    </>
  )
}
