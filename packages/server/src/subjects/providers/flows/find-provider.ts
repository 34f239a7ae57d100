import type { Deps } from '../../../gate/deps.ts'
import type { Provider } from '../provider.ts'

/** A provider by its name in the route. Without any, the whole family of routes does not exist. */
export function findProvider({ providers }: Deps, name: string): Provider | 'not_found' | 'provider_not_found' {
  if (providers.size === 0) return 'not_found'
  return providers.get(name) ?? 'provider_not_found'
}
