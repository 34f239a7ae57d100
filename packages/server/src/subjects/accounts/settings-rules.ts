import { blocksDisposable, readDomainFile } from '../../gate/accounts/disposable-domains.ts'
import { isPublicSuffix } from '../../platform/config/public-suffix.ts'
import { needsMail } from '../../platform/config/refusals.ts'
import type { Rule } from '../../platform/config/rule.ts'
import type { Warn } from '../../platform/config/warnings.ts'
import { isThisMachine } from '../../platform/kernel/loopback.ts'

const readableList: Rule = {
  reads: ['registration.blockDisposable', 'registration.disposableFile'],
  refuse({ registration }, { nameOf }) {
    const { disposableFile } = registration
    if (disposableFile === undefined || !blocksDisposable(registration)) return undefined
    const read = readDomainFile(disposableFile)
    return 'problem' in read ? `${nameOf('registration.disposableFile')}: ${read.problem}` : undefined
  },
}

const signedHook: Rule = {
  reads: ['registration.hookUrl', 'registration.hookSecret'],
  refuse: ({ registration: { hookUrl, hookSecret } }, { nameOf }) =>
    hookUrl !== undefined && hookSecret === undefined
      ? `${nameOf('registration.hookUrl')}: needs ${nameOf('registration.hookSecret')} to be set`
      : undefined,
}

export const accountsRules: readonly Rule[] = [
  needsMail('registration.emailSignIn', ({ registration }) => registration.emailSignIn !== 'off'),
  needsMail('registration.requireEmailVerification', ({ registration }) => registration.requireEmailVerification),
  needsMail('registration.enableInvite', ({ registration }) => registration.enableInvite),
  readableList,
  signedHook,
]

export const accountsWarnings: Warn = ({ registration: { domains, blockedDomains = [], hookUrl } }) => [
  ...(domains?.length === 0 ? ['REGISTRATION_DOMAINS is empty: addresses of every domain may have an account'] : []),
  ...suffixesOf('REGISTRATION_DOMAINS', domains ?? []),
  ...suffixesOf('REGISTRATION_BLOCKED_DOMAINS', blockedDomains),
  ...(hookUrl !== undefined && isReadOnTheWay(new URL(hookUrl))
    ? ['REGISTRATION_HOOK_URL is http: who is on the way to it reads the addresses of newcomers']
    : []),
]

const isReadOnTheWay = ({ protocol, hostname }: URL): boolean => protocol === 'http:' && !isThisMachine(hostname)

const suffixesOf = (name: string, domains: readonly string[]): readonly string[] =>
  domains
    .filter(isPublicSuffix)
    .map(
      (domain) =>
        `${name} has ${domain}, below which strangers have names: addresses there are not meant with it, only those at ${domain} itself`,
    )
