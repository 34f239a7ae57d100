import { isPublicSuffix } from './public-suffix.ts'
import type { Rule } from './rule.ts'

const cookiePaths = ['cookies.sessionName', 'cookies.refreshName', 'cookies.bindingName', 'cookies.deviceName'] as const

const differentNames: Rule = {
  reads: cookiePaths,
  refuse({ cookies: { sessionName, refreshName, bindingName, deviceName } }, { isGiven, nameOf }) {
    const ours = ['_csrf', '_newcomer', '_mailbox', '_sign_in_code', '_arrival', '_passkey', '_language']
    const names = [sessionName, refreshName, bindingName, deviceName, ...ours]
    // The defaults differ, so at least one name of every clash was given.
    const clashing = cookiePaths.find(
      (path, at) =>
        isGiven(path) && (names[at]?.startsWith('_oauth') || names.some((name, other) => other !== at && name === names[at])),
    )
    return (
      clashing &&
      `${nameOf(clashing)}: the session, refresh, binding, device, _csrf, _newcomer, _mailbox, _sign_in_code, _arrival, _passkey and _language cookies need different names, none beginning with _oauth`
    )
  },
}

/** A browser drops a cookie whose name promises what its attributes do not keep. */
const prefixedNames: Rule = {
  reads: [...cookiePaths, 'cookies.prefix', 'cookies.domain'],
  refuse({ cookies: { sessionName, refreshName, bindingName, prefix, domain } }, { nameOf }) {
    const wrong = [sessionName, refreshName, bindingName].findIndex(
      (name, at) => (domain !== undefined && at < 2 && /^__Host-/i.test(name)) || (prefix && /^__(?:Host|Secure)-/i.test(name)),
    )
    const path = cookiePaths[wrong]
    return path && `${nameOf(path)}: leave __Host- and __Secure- to ${nameOf('cookies.prefix')}`
  },
}

const prefixOnHttps: Rule = {
  reads: ['cookies.prefix', 'server.publicUrl'],
  refuse: ({ cookies, server }, { nameOf }) =>
    cookies.prefix && !server.publicUrl.startsWith('https:')
      ? `${nameOf('cookies.prefix')}: needs ${nameOf('server.publicUrl')} to be https`
      : undefined,
}

const domain: Rule = {
  reads: ['cookies.domain', 'server.publicUrl'],
  refuse({ cookies, server }, { nameOf }) {
    const name = nameOf('cookies.domain')
    if (cookies.domain === undefined) return undefined
    if (isPublicSuffix(cookies.domain)) return `${name}: strangers have names below ${cookies.domain}, and would get the cookies`
    return `.${new URL(server.publicUrl).hostname}`.endsWith(`.${cookies.domain}`)
      ? undefined
      : `${name}: must contain the host of ${nameOf('server.publicUrl')}`
  },
}

export const cookieRules: readonly Rule[] = [differentNames, prefixedNames, prefixOnHttps, domain]
