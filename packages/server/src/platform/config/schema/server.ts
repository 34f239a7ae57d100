import { choice, duration, flag, integer, secret, text, url, webAddress, workers } from '../kinds.ts'
import { networks } from '../list-kinds.ts'

const PATH = {
  pattern: /^(?!\/(?:auth|\.latchkey|\.well-known|healthz|readyz)(?:\/|$))(?:\/(?!\.{1,2}(?:\/|$))[\w.~-]+)+$/,
  expected: 'a path such as /id, without a slash at its end, and not below /auth, /.latchkey, /.well-known, /healthz or /readyz',
}

/** A header carries no others, so such a token would open nothing. */
const tokenProblem = (raw: string): string | undefined =>
  /^[!-~]+$/.test(raw) ? undefined : 'must be ASCII characters without spaces'

// biome-ignore format: a table is read by its rows
export const server = {
  host: text({ env: 'HOST', default: { development: '127.0.0.1', production: '0.0.0.0' }, pattern: /^[\w.:-]+$/, expected: 'a host name or an address', help: 'Address to listen on.' }),
  port: integer({ env: 'PORT', default: 3000, min: 0, max: 65_535, help: 'TCP port to listen on; 0 picks a free one.' }),
  publicUrl: url({ env: 'PUBLIC_URL', schemes: ['https', 'http'], help: 'The address that users see; links in mail start with it. `http://localhost:$PORT` in development, or with `HOST` where that is one address; required, and https, in production.' }),
  basePath: text({ env: 'BASE_PATH', default: '', ...PATH, help: 'Below this path of `PUBLIC_URL` are the pages, the console, their files, the reference and `/admin`, and not at the root, which your app has for itself. `/auth` stays at the root unless `BASE_PATH_AUTH` moves it; `/healthz`, `/readyz`, `/.latchkey` and `/.well-known` always stay there.' }),
  basePathAuth: flag({ env: 'BASE_PATH_AUTH', default: false, help: '`/auth` is below `BASE_PATH` as well; providers then send people back there.' }),
  appName: text({ env: 'APP_NAME', default: 'Latchkey', pattern: /^[^\p{Cc}]*[^\p{Cc}\s][^\p{Cc}]*$/u, expected: 'one line of text', help: 'Your product’s name, as people read it in mails and on pages.' }),
  appHomeUrl: webAddress({ env: 'APP_HOME_URL', help: 'The home page of your app: where the pages of the account lead back to, and where people go after signing in or accepting an invite when they did not come from anywhere. People may be sent to its origin; its pages may call the service only if `ALLOWED_ORIGINS` names it, too.' }),
  trustedProxies: networks({ env: 'TRUSTED_PROXIES', help: 'Proxies whose `X-Forwarded-For` is believed. The client is the rightmost address that is not one of them.' }),
  maxConnections: integer({ env: 'MAX_CONNECTIONS', default: 4000, min: 1, max: 1_000_000, help: 'Connections that may be open at once; one more is closed as it comes. One address or IPv6 /64 has a quarter of them at most, unless it is a trusted proxy. It bounds the memory that clients can make one process use.' }),
  workers: workers({ env: 'WORKERS', default: 1, help: 'Processes that answer requests, behind one that deals connections out; `auto` is one for each core. SIGHUP replaces them one by one, without a failed request, and takes over settings that have changed.' }),
  stopDelay: duration({ env: 'STOP_DELAY', isLive: true, default: '0s', allowZero: true, help: 'How long a process that was asked to stop still accepts requests, not ready any more and closing each connection after its answer. Behind a proxy: longer than the proxy keeps idle connections.' }),
  readyzToken: secret({ env: 'READYZ_TOKEN', default: undefined, minBytes: 32, problem: tokenProblem, help: 'Who sends it to `/readyz` as `Authorization: Bearer …` is told which part is not ready, and why.' }),
  logLevel: choice({ env: 'LOG_LEVEL', isLive: true, default: 'info', of: ['debug', 'info', 'warn', 'error', 'silent'], help: 'How much to log. `debug` adds a line for every read.' }),
} as const
