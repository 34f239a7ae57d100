import type { Visit } from '../../../gate/pages/view.ts'
import { Icon } from '../../../platform/pages/components/icon.tsx'
import { marks } from '../../../platform/pages/components/icons.ts'
import { providerIcon } from './provider-icon.ts'

/** The mark of a provider: the operator's, ours, or that of any key. */
export function Mark({ visit, name }: { readonly visit: Visit; readonly name: string }) {
  const settings = visit.deps.config.oauth.providers.find((one) => one.name === name)
  const own = settings && providerIcon(settings)
  if (own) return <img class="icon" src={own.path} alt="" />
  const path = Object.hasOwn(marks, name) ? marks[name] : undefined
  if (path === undefined) return <Icon name="key" />
  return (
    <svg class="icon mark" viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} />
    </svg>
  )
}
