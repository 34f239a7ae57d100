import type { Deps } from '../../../gate/deps.ts'
import { Failure } from '../../../platform/kernel/errors.ts'
import type { Provider } from '../provider.ts'

/** Where no provider is configured, the routes answer as if they did not exist. */
export const NO_PROVIDER = ['not_found', 'provider_not_found'] as const

export function findProvider({ providers }: Deps, name: string): Provider {
  const provider = providers.get(name)
  if (!provider) throw new Failure(NO_PROVIDER[providers.size === 0 ? 0 : 1])
  return provider
}
