import type { Config } from '../../platform/config/schema.ts'
import { operatorsAddresses } from '../../platform/outgoing/addresses-of.ts'
import type { Called } from '../../platform/outgoing/certificate.ts'
import type { Queries } from '../../platform/store/engine.ts'

/** The hosts of providers, as the settings name them. */
export async function calledProviders(_: Queries, { registration, oauth }: Config): Promise<readonly Called[]> {
  if (!registration.enableOAuth) return []
  return oauth.providers.flatMap(({ name, issuer }) => {
    const url = new URL(issuer)
    return url.protocol === 'https:' ? [{ what: `the provider ${name}`, url, addresses: operatorsAddresses }] : []
  })
}
