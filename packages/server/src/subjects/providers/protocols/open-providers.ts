import type { Config } from '../../../platform/config/schema.ts'
import type { Clock } from '../../../platform/kernel/clock.ts'
import { type Provider, ProviderRefusal } from '../provider.ts'

type OnFailure = (provider: string, reason: string) => void

/** The providers by name. Their client library is loaded only where there is one. */
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
      const redirectUri = `${server.publicUrl}/auth/oauth/${settings.name}/callback`
      const provider =
        settings.kind === 'github' ? githubProvider(settings, redirectUri) : oidcProvider(settings, redirectUri, clock.now)
      return [settings.name, observed(provider, onFailure)]
    }),
  )
}

/** An operator wants to know why; the visitor is only told that it failed. */
function observed(provider: Provider, onFailure: OnFailure): Provider {
  const noted = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work
    } catch (error) {
      if (!(error instanceof ProviderRefusal)) onFailure(provider.name, reasonOf(error))
      throw error
    }
  }
  return {
    ...provider,
    begin: (attempt) => noted(provider.begin(attempt)),
    complete: (callback, attempt) => noted(provider.complete(callback, attempt)),
  }
}

/** The messages alone: what else hangs on such an error may be tokens. */
const reasonOf = (error: unknown): string =>
  error instanceof Error ? [error.message, ...(error.cause === undefined ? [] : [reasonOf(error.cause)])].join(': ') : 'unknown'
