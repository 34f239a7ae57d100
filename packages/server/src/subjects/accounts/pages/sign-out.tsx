import { pagePaths } from '../../../gate/page-paths.ts'
import { backOf } from '../../../gate/pages/after-credentials.ts'
import { card, type Looks } from '../../../gate/pages/layout.tsx'
import { type Hosted, viewOf } from '../../../gate/pages/view.ts'
import { Redirect } from '../../../platform/kernel/endpoint.ts'
import { Failure } from '../../../platform/kernel/errors.ts'
import { Form } from '../../../platform/pages/components/form.tsx'
import { logout } from '../../sessions/index.ts'

/** The menu of the account pages posts its form here; a visitor who comes by a link is asked first, because a link must not act. */
export const signOutPage = (looks: Looks): Hosted => ({
  path: pagePaths.signOut,
  for: 'anybody',

  async show(visit) {
    const back = backOf(visit)
    if (!visit.caller && back !== undefined) return new Redirect(back)
    const view = viewOf(visit)
    const { signOut } = view.t
    return card(
      { view, visit, looks, title: signOut.title },
      <>
        <p>{signOut.lead}</p>
        <Form form={{ view, visit, action: 'signOut' }} submit={signOut.submit} />
      </>,
    )
  },

  actions: {
    async signOut(call) {
      try {
        await call.run(logout)
      } catch (error) {
        // A session that has already ended needs no error: the visitor wanted it to end.
        if (!(error instanceof Failure) || error.code !== 'session_expired') throw error
      }
      return new Redirect(backOf(call) ?? pagePaths.signedOut, { session: 'end' })
    },
  },
})
