import { originList } from '../kernel/origins.ts'
import type { Config } from './schema.ts'
import { showsInbox } from './shows-inbox.ts'

/** What sends mail when it is switched on. */
const NEEDS_MAIL = [
  ['registration.requireEmailVerification', (config: Config) => config.registration.requireEmailVerification],
  ['registration.enableInvite', (config: Config) => config.registration.enableInvite],
  ['twoFactor.requireEmail2fa', (config: Config) => config.twoFactor.requireEmail2fa],
  ['twoFactor.defaultEnabled', (config: Config) => config.twoFactor.defaultEnabled],
] as const

const hasMailSender = ({ mail }: Config): boolean => mail.smtpUrl !== undefined || mail.devInbox

const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '::1'])

/** Values that are fine on their own and wrong together. Like every other problem they stop the start. */
export function* refusals(
  config: Config,
  isGiven: (path: string) => boolean,
  nameOf: (path: string) => string,
): Iterable<string> {
  if (config.profile === 'production') {
    if (!isGiven('server.publicUrl')) yield `${nameOf('server.publicUrl')}: must be set in production`
    else if (!config.server.publicUrl.startsWith('https:')) yield `${nameOf('server.publicUrl')}: must be https in production`
    if (!isGiven('security.secret')) yield `${nameOf('security.secret')}: must be set in production, at least 32 bytes`
  }

  const { secret, previousSecret } = config.security
  if (isGiven('security.previousSecret') && !isGiven('security.secret')) {
    yield `${nameOf('security.previousSecret')}: needs ${nameOf('security.secret')} to be set`
  }
  if (previousSecret && previousSecret.reveal() === secret?.reveal()) {
    yield `${nameOf('security.previousSecret')}: must not be the same as ${nameOf('security.secret')}`
  }

  const { sessionName, refreshName, bindingName } = config.cookies
  const names = [sessionName, refreshName, bindingName, '_csrf', '_oauth']
  // The defaults differ, so at least one name of every clash was given.
  const clashing = ['cookies.sessionName', 'cookies.refreshName', 'cookies.bindingName'].find(
    (path, at) => isGiven(path) && names.some((name, other) => other !== at && name === names[at]),
  )
  if (clashing !== undefined) {
    yield `${nameOf(clashing)}: the session, refresh, binding, _csrf and _oauth cookies need different names`
  }

  const { publicUrl } = config.server
  const { origin } = new URL(config.pages.home, publicUrl)
  if (!originList({ publicUrl, ...config.security })(origin)) {
    yield `${nameOf('pages.home')}: must be at ${nameOf('server.publicUrl')} or an origin of ${nameOf('security.allowedOrigins')}`
  }

  if (config.twoFactor.requireEmail2fa && !config.registration.enableEmailPassword) {
    yield `${nameOf('twoFactor.requireEmail2fa')}: needs ${nameOf('registration.enableEmailPassword')} to be on`
  }
  if (!hasMailSender(config) && !config.twoFactor.disableAdminTwoFactor) {
    yield `${nameOf('mail.smtpUrl')}: must be set, because administrators sign in with a mailed code (or set ${nameOf('twoFactor.disableAdminTwoFactor')}=true)`
  }
  for (const [path, isOn] of NEEDS_MAIL) {
    if (isOn(config) && !hasMailSender(config)) yield `${nameOf(path)}: needs a mail sender; set ${nameOf('mail.smtpUrl')}`
  }
}

/** Allowed, but an operator should have meant it. */
export function* warnings(config: Config): Iterable<string> {
  if (config.security.allowMissingCsrfHeaders) {
    yield 'ALLOW_MISSING_CSRF_HEADERS is on: state-changing requests without Origin and Referer are accepted'
  }
  if (showsInbox(config) && !LOOPBACK.has(config.server.host)) {
    yield `DEV_INBOX is on and HOST is ${config.server.host}: whoever reaches the service can read every mail at /dev/inbox, codes included`
  }
}
