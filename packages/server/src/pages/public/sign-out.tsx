import { logout } from '../../features/session/logout.ts'
import { Redirect } from '../../kernel/endpoint.ts'
import { Failure } from '../../kernel/errors.ts'
import { pagePaths } from '../../kernel/page-paths.ts'
import { Form } from '../components/form.tsx'
import { document, type Looks } from '../components/layout.tsx'
import { type Hosted, viewOf } from '../view.ts'
import { backOf } from './after-credentials.ts'

/** `/sign-out`: takes the form at the foot of the places; a visitor who comes by a link is asked, because a link must not act. */
export const signOutPage = (looks: Looks): Hosted => ({
  path: pagePaths.signOut,
  for: 'anybody',

  async show(visit) {
    const back = backOf(visit)
    if (!visit.caller && back !== undefined) return new Redirect(back)
    const view = viewOf(visit)
    const { signOut } = view.t
    return document({
      view,
      visit,
      looks,
      title: signOut.title,
      children: (
        <>
          <h1>{signOut.title}</h1>
          <p>{signOut.lead}</p>
          <Form form={{ view, visit, action: 'signOut', fields: {} }} submit={signOut.submit} />
        </>
      ),
    })
  },

  actions: {
    async signOut(call) {
      try {
        await call.run(logout)
      } catch (error) {
        // Whose session is over already gets what they wanted.
        if (!(error instanceof Failure) || error.code !== 'session_expired') throw error
      }
      return new Redirect(backOf(call) ?? pagePaths.signedOut, { session: 'end' })
    },
  },
})
