import { adminRefusal } from '../../../gate/access/require-session.ts'
import { pagePaths } from '../../../gate/page-paths.ts'
import { afterCredentials, backOf } from '../../../gate/pages/after-credentials.ts'
import { address, checkFields, password } from '../../../gate/pages/check-fields.ts'
import { card, type Looks } from '../../../gate/pages/layout.tsx'
import { passkeySignIn } from '../../../gate/pages/page-hooks.ts'
import { SignInForm } from '../../../gate/pages/sign-in-form.tsx'
import { type Hosted, type Submission, type Visit, viewOf } from '../../../gate/pages/view.ts'
import { Redirect } from '../../../platform/kernel/endpoint.ts'
import { Note } from '../../../platform/pages/components/note.tsx'
import { adminLogin } from '../../accounts/index.ts'

/** Administrators sign in on a page of their own, because they owe a second factor. */
export const consoleSignInPage = (looks: Looks): Hosted => ({
  path: pagePaths.consoleSignIn,
  for: 'anybody',
  shownAgain: ['email'],

  async show(visit) {
    const { caller, deps } = visit
    if (caller && !adminRefusal(deps, caller)) return new Redirect(destination(visit))
    const view = viewOf(visit)
    const { t } = view
    const words = t.console.signIn
    const hasPasskeys = passkeySignIn()?.isOn(deps) ?? false
    return card(
      { view, visit, looks, title: words.title, hasPasskeys },
      <>
        <p class="hint">{deps.config.twoFactor.disableAdminTwoFactor ? words.leadWithoutCode : words.lead}</p>
        {visit.query['notice'] === 'ended' && !visit.failure && <Note words={t.signIn.ended} />}
        <SignInForm view={view} visit={visit} returnTo={destination(visit)} />
      </>,
    )
  },

  actions: {
    async signIn(call) {
      checkFields(call, { email: address, password })
      const { email, password: typed } = call.fields
      const answer = await call.run(adminLogin, { body: { email, password: typed } })
      return afterCredentials(toConsole(call), answer)
    },

    passkey: async (call) => passkeySignIn()?.submit(toConsole(call)),
  },
})

const toConsole = (call: Submission): Submission => ({ ...call, query: { ...call.query, returnTo: destination(call) } })

const destination = (visit: Visit): string => backOf(visit) ?? pagePaths.console
