import { pagePaths } from '../../../gate/page-paths.ts'
import { asNamed, backOf, withReturn } from '../../../gate/pages/after-credentials.ts'
import { card, type Looks } from '../../../gate/pages/layout.tsx'
import { type Hosted, type Submission, type Visit, viewOf } from '../../../gate/pages/view.ts'
import { cameFrom, wayBackOf } from '../../../gate/pages/way-back.ts'
import type { CookieChange } from '../../../platform/kernel/cookies.ts'
import { Redirect } from '../../../platform/kernel/endpoint.ts'
import { Failure } from '../../../platform/kernel/errors.ts'
import { Address } from '../../../platform/pages/components/address.tsx'
import { Form } from '../../../platform/pages/components/form.tsx'
import { sentence } from '../../../platform/pages/components/sentence.ts'
import { logout } from '../../sessions/index.ts'

/**
 * A visitor who comes by a link is asked first, because a link must not act. The menu of the account pages, and applications at an
 * allowed origin, post a form here, which acts at once.
 */
export const signOutPage = (looks: Looks): Hosted => ({
  path: pagePaths.signOut,
  for: 'anybody',
  unnamedAction: 'signOut',

  async show(visit) {
    const { caller, failure } = visit
    const back = backOf(visit)
    // After a failure the session may still be alive, even if this request could not tell whose it is.
    if (!caller && !failure) return new Redirect(...afterwards(visit, back))
    const view = viewOf(visit)
    const { signOut } = view.t
    const cancelTo = back ?? wayBackOf(visit)?.href ?? pagePaths.account
    return card(
      { view, visit, looks, title: signOut.title },
      <>
        {caller && <p>{sentence(view.t.otherAccount.current, <Named account={caller.account} />)}</p>}
        <p>{signOut.lead}</p>
        <Form form={{ view, visit, action: 'signOut' }} submit={signOut.submit} cancelTo={cancelTo} />
      </>,
    )
  },

  actions: {
    async signOut(call) {
      const { config } = call.deps
      const back = asNamed(config, call.fields['returnTo']) ?? backOf(call)
      if (isWithoutCookies(call)) return new Redirect(withReturn(pagePaths.signOut, back))
      try {
        await call.run(logout)
      } catch (error) {
        // A session that has already ended needs no error: the visitor wanted it to end.
        if (!(error instanceof Failure) || error.code !== 'session_expired') throw error
      }
      const [address, change] = afterwards(call, back)
      return new Redirect(address, { session: 'end', ...change })
    },
  },
})

/** Where the way back is said for the last time. */
const afterwards = (visit: Visit, back: string | undefined): [string, CookieChange] => [
  back ?? withReturn(pagePaths.signedOut, cameFrom(visit)),
  visit.cookies.back === undefined ? {} : { back: 'end' },
]

const Named = ({ account: { name, email } }: { readonly account: { readonly name: string; readonly email: string } }) => (
  <>
    <bdi>{name}</bdi> (<Address email={email} />)
  </>
)

/**
 * Browsers send our cookies with no form of another site. Clearing them unseen would leave the session alive: the visitor is led to
 * the page itself, where the cookies come along, and asked.
 */
const isWithoutCookies = ({ cookies: { session, refresh, isDoubled } }: Submission): boolean =>
  session === undefined && refresh === undefined && !isDoubled
