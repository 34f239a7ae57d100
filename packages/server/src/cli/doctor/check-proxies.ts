import { type Finding, findingsOf } from '../../platform/commands/finding.ts'
import type { Config } from '../../platform/config/schema.ts'

const { ok, warn } = findingsOf('proxies')

/** Ranges that are too wide were refused with the configuration. */
export function* checkProxies({ server: { trustedProxies, publicUrl } }: Config): Iterable<Finding> {
  if (trustedProxies.length > 0) yield ok(`${trustedProxies.length} trusted`)
  // The service itself speaks plain http, so https means that a proxy stands in front.
  else if (publicUrl.startsWith('https:')) {
    yield warn('TRUSTED_PROXIES is empty and PUBLIC_URL is https: all users share the limits of the proxy’s address')
  } else yield ok('none is needed')
}
