import { originList } from '../kernel/origins.ts'
import type { Config } from './schema.ts'
import { hasLocalUrl, logsMail } from './shows-inbox.ts'

/** Where the values came from. */
interface Origin {
  readonly isGiven: (path: string) => boolean
  /** False for a value that was given and could not be read. */
  readonly isRead: (path: string) => boolean
  /** As the operator typed it. */
  readonly nameOf: (path: string) => string
}

interface Rule {
  /** All that it looks at. When one of them could not be read, a default stands in for it, and what that breaks is no second mistake. */
  readonly reads: readonly string[]
  readonly refuse: (config: Config, origin: Origin) => string | undefined
}

const hasMailSender = (config: Config): boolean => config.mail.smtpUrl !== undefined || logsMail(config)

const publicUrlInProduction: Rule = {
  reads: ['server.publicUrl'],
  refuse({ profile, server }, { isGiven, nameOf }) {
    if (profile !== 'production') return undefined
    if (!isGiven('server.publicUrl')) return `${nameOf('server.publicUrl')}: must be set in production`
    return server.publicUrl.startsWith('https:') ? undefined : `${nameOf('server.publicUrl')}: must be https in production`
  },
}

const secretInProduction: Rule = {
  reads: ['security.secret'],
  refuse: ({ profile }, { isGiven, nameOf }) =>
    profile === 'production' && !isGiven('security.secret')
      ? `${nameOf('security.secret')}: must be set in production, at least 32 bytes`
      : undefined,
}

const previousSecret: Rule = {
  reads: ['security.previousSecret', 'security.secret'],
  refuse({ security }, { isGiven, nameOf }) {
    const [previous, name] = [security.previousSecret, nameOf('security.previousSecret')]
    if (!previous) return undefined
    if (!isGiven('security.secret')) return `${name}: needs ${nameOf('security.secret')} to be set`
    const isSame = previous.reveal() === security.secret?.reveal()
    return isSame ? `${name}: must not be the same as ${nameOf('security.secret')}` : undefined
  },
}

const cookiePaths = ['cookies.sessionName', 'cookies.refreshName', 'cookies.bindingName', 'cookies.deviceName'] as const

const cookieNames: Rule = {
  reads: cookiePaths,
  refuse({ cookies: { sessionName, refreshName, bindingName, deviceName } }, { isGiven, nameOf }) {
    const names = [sessionName, refreshName, bindingName, deviceName, '_csrf', '_newcomer']
    // The defaults differ, so at least one name of every clash was given.
    const clashing = cookiePaths.find(
      (path, at) =>
        isGiven(path) && (names[at]?.startsWith('_oauth') || names.some((name, other) => other !== at && name === names[at])),
    )
    return (
      clashing &&
      `${nameOf(clashing)}: the session, refresh, binding, device, _csrf and _newcomer cookies need different names, none beginning with _oauth`
    )
  },
}

const home: Rule = {
  reads: ['pages.home', 'server.publicUrl', 'security.allowedOrigins', 'security.allowLoopbackOrigins'],
  refuse({ server: { publicUrl }, pages, security }, { nameOf }) {
    const { origin } = new URL(pages.home, publicUrl)
    if (originList({ publicUrl, ...security })(origin)) return undefined
    return `${nameOf('pages.home')}: must be at ${nameOf('server.publicUrl')} or an origin of ${nameOf('security.allowedOrigins')}`
  },
}

const secondFactorForAll: Rule = {
  reads: ['twoFactor.requireEmail2fa', 'registration.enableEmailPassword'],
  refuse: ({ twoFactor, registration }, { nameOf }) =>
    twoFactor.requireEmail2fa && !registration.enableEmailPassword
      ? `${nameOf('twoFactor.requireEmail2fa')}: needs ${nameOf('registration.enableEmailPassword')} to be on`
      : undefined,
}

const mailPaths = ['mail.smtpUrl', 'mail.devInbox'] as const

const mailForAdmins: Rule = {
  reads: [...mailPaths, 'twoFactor.disableAdminTwoFactor'],
  refuse: (config, { nameOf }) =>
    !hasMailSender(config) && !config.twoFactor.disableAdminTwoFactor
      ? `${nameOf('mail.smtpUrl')}: must be set, because administrators sign in with a mailed code (or set ${nameOf('twoFactor.disableAdminTwoFactor')}=true)`
      : undefined,
}

const needsMail = (path: string, isOn: (config: Config) => boolean): Rule => ({
  reads: [...mailPaths, path],
  refuse: (config, { nameOf }) =>
    isOn(config) && !hasMailSender(config) ? `${nameOf(path)}: needs a mail sender; set ${nameOf('mail.smtpUrl')}` : undefined,
})

const isInboxAsked = ({ mail }: Config, { isGiven }: Origin): boolean => mail.devInbox && isGiven('mail.devInbox')

const inboxInProduction: Rule = {
  reads: ['mail.devInbox'],
  refuse: (config, origin) =>
    config.profile === 'production' && isInboxAsked(config, origin)
      ? `${origin.nameOf('mail.devInbox')}: must not be on in production, where it would show every mail`
      : undefined,
}

const inboxElsewhere: Rule = {
  reads: ['mail.devInbox', 'server.publicUrl'],
  refuse: (config, origin) =>
    config.profile === 'development' && isInboxAsked(config, origin) && !hasLocalUrl(config)
      ? `${origin.nameOf('mail.devInbox')}: needs ${origin.nameOf('server.publicUrl')} to be on localhost, 127.0.0.1 or [::1], because it shows every mail`
      : undefined,
}

const rules: readonly Rule[] = [
  publicUrlInProduction,
  secretInProduction,
  previousSecret,
  cookieNames,
  home,
  secondFactorForAll,
  inboxInProduction,
  inboxElsewhere,
  mailForAdmins,
  needsMail('registration.requireEmailVerification', ({ registration }) => registration.requireEmailVerification),
  needsMail('registration.enableInvite', ({ registration }) => registration.enableInvite),
  needsMail('twoFactor.requireEmail2fa', ({ twoFactor }) => twoFactor.requireEmail2fa),
  needsMail('twoFactor.defaultEnabled', ({ twoFactor }) => twoFactor.defaultEnabled),
]

/** Values that are fine on their own and wrong together. Like every other problem they stop the start. */
export const refusals = (config: Config, origin: Origin): readonly string[] =>
  rules.filter(({ reads }) => reads.every(origin.isRead)).flatMap(({ refuse }) => refuse(config, origin) ?? [])
