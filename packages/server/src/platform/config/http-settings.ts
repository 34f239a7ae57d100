import type { Part } from '../kernel/endpoint-facts.ts'
import { cookieNames } from './cookie-names.ts'
import type { Config } from './schema.ts'

/** The settings that HTTP has to do with, as it calls them. */
export const httpSettings = (config: Config) => ({
  appName: config.server.appName,
  publicUrl: config.server.publicUrl,
  trustedProxies: config.server.trustedProxies,
  allowedOrigins: config.security.allowedOrigins,
  /** People are sent back to them, and they may not call us. */
  appOrigins: config.forwardAuth.apps.map(({ origin }) => origin),
  allowLoopbackOrigins: config.security.allowLoopbackOrigins,
  allowMissingCsrfHeaders: config.security.allowMissingCsrfHeaders,
  requireCsrfToken: config.security.requireCsrfToken,
  cookieNames: cookieNames(config),
  cookieDomain: config.cookies.domain,
  secureCookies: config.cookies.secure,
  hstsIncludeSubdomains: config.security.hstsIncludeSubdomains,
  maxConnections: config.server.maxConnections,
  switchedOff: switchedOff(config),
})

function switchedOff({ organisations, lifecycle }: Config): ReadonlySet<Part> {
  const parts: Readonly<Record<Part, boolean>> = {
    organisations: organisations.enabled,
    'email-change': lifecycle.emailChange,
    'account-export': lifecycle.accountExport,
  }
  return new Set((Object.keys(parts) as Part[]).filter((part) => !parts[part]))
}
