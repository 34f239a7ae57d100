import type { Config } from '../../../platform/config/schema.ts'
import type { Clock } from '../../../platform/kernel/clock.ts'
import { servedAddress } from '../../../platform/kernel/own-path.ts'
import { type Provider, ProviderRefusal } from '../provider.ts'
import { callbackPath } from './callback-path.ts'

type OnFailure = (provider: string, reason: string) => void

/** The client library is loaded only where a provider is configured. */
export async function openProviders(
  { registration, oauth, server }: Config,
  clock: Clock,
  onFailure: OnFailure,
): Promise<ReadonlyMap<string, Provider>> {
  if (!registration.enableOAuth || oauth.providers.length === 0) return new Map()
  const { githubProvider } = await import('./github-provider.ts')
  const { oidcProvider } = await import('./oidc-provider.ts')
  return new Map(
    oauth.providers.map((settings) => {
      const redirectUri = servedAddress(server, callbackPath(settings.name))
      const provider =
        settings.kind === 'github' ? githubProvider(settings, redirectUri) : oidcProvider(settings, redirectUri, clock.now)
      return [settings.name, observed(provider, onFailure)]
    }),
  )
}

/** The operator's log gets the reason; the visitor is only told that the sign-in failed. */
function observed(provider: Provider, onFailure: OnFailure): Provider {
  const noted = <T>(work: Promise<T>): Promise<T> =>
    work.catch((error: unknown) => {
      if (!(error instanceof ProviderRefusal)) onFailure(provider.name, reasonOf(error))
      throw error
    })
  return {
    ...provider,
    begin: (attempt) => noted(provider.begin(attempt)),
    complete: (callback, attempt) => noted(provider.complete(callback, attempt)),
  }
}

/** Only the messages are logged: the other properties of such an error may hold tokens. */
const reasonOf = (error: unknown): string =>
  error instanceof Error ? [error.message, ...(error.cause === undefined ? [] : [reasonOf(error.cause)])].join(': ') : 'unknown'
