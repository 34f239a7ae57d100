import { originList } from '../kernel/origins.ts'
import { cookieRules } from './cookie-rules.ts'
import type { Origin, Rule } from './rule.ts'
import type { Config } from './schema.ts'
import { hasLocalUrl, logsMail } from './shows-inbox.ts'

export const hasMailSender = (config: Config): boolean => config.mail.smtpUrl !== undefined || logsMail(config)

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

const movedAuth: Rule = {
  reads: ['server.basePath', 'server.basePathAuth'],
  refuse: ({ server: { basePath, basePathAuth } }, { nameOf }) =>
    basePathAuth && basePath === ''
      ? `${nameOf('server.basePathAuth')}: needs ${nameOf('server.basePath')} to be set`
      : undefined,
}

const originAt = (address: string | undefined): string | undefined =>
  address !== undefined && URL.canParse(address) ? new URL(address).origin : undefined

const home: Rule = {
  reads: ['pages.home', 'server.publicUrl', 'server.appHomeUrl', 'security.allowedOrigins', 'security.allowLoopbackOrigins'],
  refuse({ server: { publicUrl, appHomeUrl }, pages, security }, { nameOf }) {
    const origin = pages.home?.startsWith('/') ? publicUrl : originAt(pages.home)
    if (pages.home === undefined || originAt(appHomeUrl) === origin) return undefined
    if (origin !== undefined && originList({ publicUrl, ...security })(origin)) return undefined
    return `${nameOf('pages.home')}: must be at ${nameOf('server.publicUrl')} or an origin of ${nameOf('security.allowedOrigins')}`
  },
}

export const mailPaths = ['mail.smtpUrl', 'mail.devInbox'] as const

export const needsMail = (path: string, isOn: (config: Config) => boolean): Rule => ({
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
      ? `${origin.nameOf('mail.devInbox')}: needs ${origin.nameOf('server.publicUrl')} to be on localhost or a name below it, 127.0.0.1 or [::1], because it shows every mail`
      : undefined,
}

export const rules: Rule[] = [
  publicUrlInProduction,
  secretInProduction,
  previousSecret,
  ...cookieRules,
  movedAuth,
  home,
  inboxInProduction,
  inboxElsewhere,
]

/** For values that are fine alone and wrong together. */
export const refusals = (config: Config, origin: Origin): readonly string[] =>
  rules.filter(({ reads }) => reads.every(origin.isRead)).flatMap(({ refuse }) => refuse(config, origin) ?? [])
