import { signOut } from '../../../gate/access/sign-out.ts'
import { pagePaths } from '../../../gate/page-paths.ts'
import { card, type Looks } from '../../../gate/pages/layout.tsx'
import { type Hosted, type Visit, viewOf } from '../../../gate/pages/view.ts'
import type { CookieChange } from '../../../platform/kernel/cookies.ts'
import { Redirect } from '../../../platform/kernel/endpoint.ts'
import { Failure } from '../../../platform/kernel/errors.ts'
import type { PageResult } from '../../../platform/kernel/hosted-page.ts'
import { Form } from '../../../platform/pages/components/form.tsx'
import { sentence } from '../../../platform/pages/components/sentence.ts'
import { logout } from '../../sessions/index.ts'
import { type EndSessionRequest, isOfSession, readEndSession } from '../steps/end-session-request.ts'
import { Account } from './account.tsx'
import { languageAsked } from './language-asked.ts'
import { sendAfterSignOut } from './send-to-client.tsx'

/** In the query, once the person was asked: a form of ours came before. */
const ASKED = 'asked'

/**
 * An application sends a person here to be signed out (OpenID Connect RP-Initiated Logout 1.0). With a good hint of this very session it
 * ends at once. A stranger could have made any other link: then the person is asked.
 */
export const endSessionPage = (looks: Looks): Hosted => ({
  path: pagePaths.endSession,
  for: 'anybody',
  isOneWay: true,

  async show(visit) {
    const { caller, deps, query } = visit
    const request = await readEndSession(deps, query)
    if (!caller) return leave(visit, looks, request)
    if (!(await isOfSession(deps, request, caller)))
      return new Redirect(`${pagePaths.leave}?${askedAbout(visit, request)}`, languageAsked(visit, query['ui_locales']))
    await signOut(visit, caller)
    return leave(visit, looks, request, { session: 'end' })
  },
})

/** Whatever is left of the request without its hint, which says who the person is. */
function askedAbout({ query }: Visit, { client }: EndSessionRequest): URLSearchParams {
  const { post_logout_redirect_uri: uri, state } = query
  return new URLSearchParams({
    ...(client && { client_id: client.id }),
    ...(client && uri !== undefined && { post_logout_redirect_uri: uri }),
    ...(client && state !== undefined && { state }),
  })
}

/** Cookies that have not come along are left alone: their session may be alive. */
function leave(visit: Visit, looks: Looks, { client, back }: EndSessionRequest, cookies: CookieChange = {}): PageResult {
  if (!client || back === undefined) return new Redirect(pagePaths.signedOut, cookies)
  return sendAfterSignOut(visit, { looks, client, address: back, isAfterForm: visit.query[ASKED] !== undefined, cookies })
}

export const leavePage = (looks: Looks): Hosted => ({
  path: pagePaths.leave,
  for: 'anybody',

  async show(visit) {
    const request = await readEndSession(visit.deps, visit.query)
    // After a failure the session may still be alive, even if this request could not tell whose it is.
    if (!visit.caller && !visit.failure) return new Redirect(afterwards(visit, request))
    const view = viewOf(visit)
    const { endSession, signOut, authorize } = view.t
    const { client } = request
    return card(
      { view, visit, looks, title: signOut.title },
      <>
        <p>{client === undefined ? endSession.leadWithout : endSession.lead(client.name)}</p>
        {visit.caller && <p>{sentence(authorize.signedInAs, <Account visit={visit} />)}</p>}
        <p>{signOut.lead}</p>
        <Form form={{ view, visit, action: 'signOut' }} submit={signOut.submit} cancelTo={client?.homeUrl ?? pagePaths.account} />
      </>,
    )
  },

  actions: {
    async signOut(call) {
      const request = await readEndSession(call.deps, call.query)
      try {
        await call.run(logout)
      } catch (error) {
        // A session that has already ended needs no error: the visitor wanted it to end.
        if (!(error instanceof Failure) || error.code !== 'session_expired') throw error
      }
      return new Redirect(afterwards(call, request), { session: 'end' })
    },
  },
})

const afterwards = (visit: Visit, request: EndSessionRequest): string =>
  request.back === undefined ? pagePaths.signedOut : `${pagePaths.endSession}?${askedAbout(visit, request)}&${ASKED}=1`
