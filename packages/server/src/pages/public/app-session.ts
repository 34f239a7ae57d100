import { returnAddress } from '../../core/access/return-address.ts'
import { issueTicket } from '../../core/apps/app-ticket.ts'
import { APP_CALLBACK } from '../../core/apps/way-in.ts'
import { Redirect } from '../../kernel/endpoint.ts'
import { pagePaths } from '../../kernel/page-paths.ts'
import { isToken } from '../../kernel/tokens.ts'
import type { Hosted } from '../view.ts'

/** `/app-session`: on the way to an application on another host. Nothing is shown: a person who is signed in goes on with a ticket. */
export const appSessionPage: Hosted = {
  path: pagePaths.appSession,
  for: 'people',

  async show({ query: { app, path = '', nonce = '' }, caller, deps }) {
    const { apps } = deps.config.forwardAuth
    const isKnown = apps.some(({ origin }) => origin === app)
    if (!caller || app === undefined || !isKnown || !path.startsWith('/') || !isToken(nonce)) return undefined
    if (returnAddress(deps.config, `${app}${path}`) === undefined) return undefined
    const ticket = await issueTicket(deps, caller, { origin: app, path, nonce })
    return new Redirect(`${app}${APP_CALLBACK}?${new URLSearchParams({ ticket })}`)
  },
}
