import type { Config } from './schema.ts'

/** The settings that HTTP has to do with, as it calls them. */
export const httpSettings = ({ server, security, cookies }: Config) => ({
  appName: server.appName,
  publicUrl: server.publicUrl,
  trustedProxies: server.trustedProxies,
  allowedOrigins: security.allowedOrigins,
  allowLoopbackOrigins: security.allowLoopbackOrigins,
  allowMissingCsrfHeaders: security.allowMissingCsrfHeaders,
  requireCsrfToken: security.requireCsrfToken,
  cookieNames: {
    session: cookies.sessionName,
    refresh: cookies.refreshName,
    binding: cookies.bindingName,
    device: cookies.deviceName,
  },
  secureCookies: cookies.secure,
  hstsIncludeSubdomains: security.hstsIncludeSubdomains,
  maxConnections: server.maxConnections,
})
