import { returnAddress } from '../../../gate/access/return-address.ts'
import { pagePaths } from '../../../gate/page-paths.ts'
import { withReturn } from '../../../gate/pages/after-credentials.ts'
import type { Hosted } from '../../../gate/pages/view.ts'
import { Redirect } from '../../../platform/kernel/endpoint.ts'
import { isToken } from '../../../platform/kernel/tokens.ts'
import { issueTicket } from '../steps/app-ticket.ts'
import { APP_CALLBACK, startAddress } from '../steps/sign-in-address.ts'

/** Visitors who are not signed in begin again at the application: by then the browser may be another one, or the nonce expired. */
export const appSessionPage: Hosted = {
  path: pagePaths.appSession,
  for: 'anybody',
  isOneWay: true,

  async show({ query: { app, path = '', nonce = '' }, caller, deps }) {
    const isKnown = deps.config.forwardAuth.apps.some(({ origin }) => origin === app)
    if (app === undefined || !isKnown || !path.startsWith('/') || !isToken(nonce)) return undefined
    const wanted = returnAddress(deps.config, `${app}${path}`)
    if (wanted === undefined) return undefined
    // The path is taken from the parsed address, in which characters that a header cannot hold are encoded.
    const to = { origin: app, path: wanted.slice(app.length), nonce }
    if (!caller) {
      const start = startAddress(to)
      return new Redirect(withReturn(pagePaths.signIn, returnAddress(deps.config, start) === undefined ? wanted : start))
    }
    const ticket = await issueTicket(deps, caller, to)
    return new Redirect(`${app}${APP_CALLBACK}?${new URLSearchParams({ ticket })}`)
  },
}
