import { type Finding, findingsOf } from '../../platform/commands/finding.ts'
import type { Config } from '../../platform/config/schema.ts'

const { ok, warn } = findingsOf('cookies')

export function* checkCookies({ cookies: { domain, prefix }, server }: Config): Iterable<Finding> {
  if (domain !== undefined) {
    yield warn(
      `COOKIE_DOMAIN is ${domain}: every host below it is sent the session and refresh cookies, so whoever runs one can act as your users`,
    )
  }
  if (prefix)
    yield ok(domain === undefined ? 'only this very host can set them' : 'only hosts of the domain can set them, over https')
  else if (server.publicUrl.startsWith('https:')) {
    yield warn('COOKIE_PREFIX is off: a host beside this one can plant a cookie of the same name, which signs people out')
  } else if (domain === undefined) yield ok('are sent to this host alone')
}
