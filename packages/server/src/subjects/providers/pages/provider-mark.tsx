import type { Visit } from '../../../gate/pages/view.ts'
import { Icon } from '../../../platform/pages/components/icon.tsx'
import { marks } from '../../../platform/pages/components/icons.ts'
import { providerIcon } from './provider-icon.ts'

export function ProviderMark({ visit, name }: { readonly visit: Visit; readonly name: string }) {
  const settings = visit.deps.config.oauth.providers.find((provider) => provider.name === name)
  const icon = settings && providerIcon(settings)
  if (icon) return <img class="icon" src={icon.path} alt="" />
  const path = Object.hasOwn(marks, name) ? marks[name] : undefined
  if (path === undefined) return <Icon name="key" />
  return (
    <svg class="icon mark" viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} />
    </svg>
  )
}
