import { flag, secret } from '../kinds.ts'
import { origins } from '../list-kinds.ts'

// biome-ignore format: a table is read by its rows
export const security = {
  secret: secret({ env: 'SECRET', default: undefined, minBytes: 32, help: 'Every key is derived from it. Generated once and kept beside the database in development; required in production.' }),
  previousSecret: secret({ env: 'PREVIOUS_SECRET', default: undefined, minBytes: 32, help: 'A second secret whose codes and tokens are accepted too, while `SECRET` is being replaced.' }),
  allowedOrigins: origins({ env: 'ALLOWED_ORIGINS', help: 'Further origins that may call the service from a browser, with credentials.' }),
  allowLoopbackOrigins: flag({ env: 'ALLOW_LOOPBACK_ORIGINS', default: { development: true, production: false }, help: 'Accept any `http(s)://localhost`, `127.0.0.1` or `[::1]` origin.' }),
  allowMissingCsrfHeaders: flag({ env: 'ALLOW_MISSING_CSRF_HEADERS', default: false, help: 'Accept state-changing requests that carry neither Origin nor Referer. Logs a warning at start.' }),
  requireCsrfToken: flag({ env: 'REQUIRE_CSRF_TOKEN', default: false, help: 'Also demand the `X-CSRF-Token` header on state-changing requests.' }),
  hstsIncludeSubdomains: flag({ env: 'HSTS_INCLUDE_SUBDOMAINS', default: false, help: 'Over https, tell browsers that every host below the public URL’s is https as well, for a year.' }),
} as const
