import type { Config } from '../config/schema.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Provider } from '../kernel/provider.ts'

/** The providers by name. Their client library is loaded only where there is one. */
export async function openProviders(
  { registration, oauth, server }: Config,
  clock: Clock,
): Promise<ReadonlyMap<string, Provider>> {
  if (!registration.enableOAuth || oauth.providers.length === 0) return new Map()
  const { githubProvider } = await import('./github-provider.ts')
  const { oidcProvider } = await import('./oidc-provider.ts')
  return new Map(
    oauth.providers.map((settings) => {
      const redirectUri = `${server.publicUrl}/auth/oauth/${settings.name}/callback`
      const provider =
        settings.kind === 'github' ? githubProvider(settings, redirectUri) : oidcProvider(settings, redirectUri, clock.now)
      return [settings.name, provider]
    }),
  )
}
