import { flag, optionalText, text } from '../kinds.ts'

/** RFC 6265 token: any other character could break the Cookie header apart. */
const cookieName = { pattern: /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,64}$/, expected: 'a cookie name' }

// biome-ignore format: a table is read by its rows
export const cookies = {
  sessionName: text({ env: 'SESSION_COOKIE_NAME', default: 'app_session', ...cookieName, help: 'Name of the session cookie.' }),
  refreshName: text({ env: 'REFRESH_COOKIE_NAME', default: 'app_refresh', ...cookieName, help: 'Name of the refresh cookie.' }),
  bindingName: text({ env: 'BINDING_COOKIE_NAME', default: '_2fa_challenge', ...cookieName, help: 'Name of the two-factor binding cookie.' }),
  deviceName: text({ env: 'DEVICE_COOKIE_NAME', default: '_device', ...cookieName, help: 'Name of the cookie by which a browser is known again. Set with a session, while rate limits or notices of new devices are on, or the owner trusts the browser. Over https `__Host-` stands before it.' }),
  domain: optionalText({ env: 'COOKIE_DOMAIN', pattern: /^(?!\d+(?:\.\d+){3}$)[a-z0-9-]+(?:\.[a-z0-9-]+)+$/, expected: 'a domain such as example.com, in small letters', help: 'The session and refresh cookies are sent to all hosts of this domain, so that apps beside us see who is signed in. None unless set: then to our own host alone.' }),
  prefix: flag({ env: 'COOKIE_PREFIX', default: false, help: 'Put `__Host-` before the names of the session, refresh and binding cookies (`__Secure-` before the first two with `COOKIE_DOMAIN`), so that no neighbour can plant one. Needs https. A change signs nobody out: see [your app](../guide/your-app.md).' }),
  secure: flag({ env: 'SECURE_COOKIES', default: { development: false, production: true }, help: 'Mark cookies `Secure`. Always on when the public URL is https.' }),
} as const
