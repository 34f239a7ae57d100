import { cookieNames, formerCookieNames } from '../../platform/config/cookie-names.ts'
import type { Config } from '../../platform/config/schema.ts'
import type { Switch } from '../../platform/kernel/endpoint-facts.ts'
import { publicShapes } from '../data/schemas.ts'
import { returnOrigins } from '../hooks.ts'
import { hasPasswords, PASSWORDS } from '../passwords/has-passwords.ts'

/** A flag, or a choice that can be `off`. */
const isOn = (value: unknown): boolean => value === true || (typeof value === 'string' && value !== 'off')

export const httpSettings = (config: Config) => ({
  appName: config.server.appName,
  publicUrl: config.server.publicUrl,
  basePath: config.server.basePath,
  basePathAuth: config.server.basePathAuth,
  trustedProxies: config.server.trustedProxies,
  allowedOrigins: config.security.allowedOrigins,
  /** People are sent back to these origins, which may not call us. */
  appOrigins: returnOrigins(config),
  allowLoopbackOrigins: config.security.allowLoopbackOrigins,
  allowMissingCsrfHeaders: config.security.allowMissingCsrfHeaders,
  requireCsrfToken: config.security.requireCsrfToken,
  declared: publicShapes(config),
  cookieNames: cookieNames(config),
  formerNames: formerCookieNames(config),
  cookieDomain: config.cookies.domain,
  secureCookies: config.cookies.secure,
  hstsIncludeSubdomains: config.security.hstsIncludeSubdomains,
  maxConnections: config.server.maxConnections,
  isSwitchedOff: (by: Switch): boolean => {
    if (by === PASSWORDS) return !hasPasswords(config)
    const [group = '', key = ''] = by.split('.')
    const groups: Readonly<Record<string, unknown>> = { ...config }
    return !Object.entries(groups[group] ?? {}).some(([name, value]) => name === key && isOn(value))
  },
})
