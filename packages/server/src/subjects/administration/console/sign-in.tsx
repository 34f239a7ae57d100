import { adminRefusal } from '../../../gate/access/require-session.ts'
import { pagePaths } from '../../../gate/page-paths.ts'
import { afterCredentials, backOf } from '../../../gate/pages/after-credentials.ts'
import { address, checkFields, digits, filled, password } from '../../../gate/pages/check-fields.ts'
import { card, type Looks } from '../../../gate/pages/layout.tsx'
import { passkeySignIn } from '../../../gate/pages/page-hooks.ts'
import { readPasskey } from '../../../gate/pages/passkey-form.tsx'
import { SignInForm } from '../../../gate/pages/sign-in-form.tsx'
import { type Hosted, type PageProps, type Submission, type Visit, viewOf } from '../../../gate/pages/view.ts'
import { hasPassword } from '../../../gate/passwords/has-passwords.ts'
import { Redirect } from '../../../platform/kernel/endpoint.ts'
import { Note } from '../../../platform/pages/components/note.tsx'
import { adminLogin } from '../../accounts/index.ts'
import { challengeAdministrator, digitsOfApp, stepUp } from '../../factors/index.ts'
import { MissingFactor, missingFactorOf } from './missing-factor.tsx'

/** Administrators sign in on a page of their own, because they owe a second factor; those who are signed in owe only that. */
export const consoleSignInPage = (looks: Looks): Hosted => ({
  path: pagePaths.consoleSignIn,
  for: 'anybody',
  shownAgain: ['email', 'code'],

  async show(visit) {
    const { caller, deps } = visit
    const refusal = caller && adminRefusal(deps, caller)
    if (caller && !refusal) return new Redirect(destination(visit))
    const view = viewOf(visit)
    const { t } = view
    const missing = caller && refusal === 'two_factor_required' ? await missingFactorOf(visit, caller) : undefined
    if (missing && missing.ways.length > 0) {
      const hasPasskeys = missing.chosen === 'passkey'
      return card(
        { view, visit, looks, title: t.twoFactor.title, hasPasskeys },
        <MissingFactor {...{ view, visit }} {...missing} />,
      )
    }
    const hasPasskeys = passkeySignIn()?.isOn(deps) ?? false
    return card(
      { view, visit, looks, title: t.console.signIn.title, hasPasskeys },
      <>
        <Lead view={view} visit={visit} isKnown={missing !== undefined} />
        <SignInForm view={view} visit={visit} email={missing && caller?.account.email} returnTo={destination(visit)} />
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

    send: async (call) => afterCredentials(toConsole(call), await call.run(challengeAdministrator)),

    async confirm(call) {
      const { code } = call.fields
      const method = call.fields['method'] === 'totp' ? 'totp' : 'recovery'
      checkFields(call, { code: method === 'totp' ? digits(await digitsOfApp(call.deps, call.caller?.account.id)) : filled })
      return confirmed(call, { code, method })
    },

    confirmPasskey: (call) => confirmed(call, { method: 'passkey', ...readPasskey(call) }),
  },
})

function Lead({ view: { t }, visit, isKnown }: PageProps & { readonly isKnown: boolean }) {
  const words = t.console.signIn
  const { disableAdminTwoFactor } = visit.deps.config.twoFactor
  return (
    <>
      <p class="hint">{disableAdminTwoFactor ? words.leadWithoutCode : words.lead}</p>
      {visit.query['notice'] === 'ended' && !visit.failure && <Note words={t.signIn.ended} />}
      {isKnown && !visit.failure && (
        <Note words={visit.caller && hasPassword(visit.deps.config, visit.caller.account) ? words.again : words.nothingToShow} />
      )}
    </>
  )
}

async function confirmed(call: Submission, proof: object): Promise<Redirect> {
  await call.run(stepUp, { body: proof })
  return new Redirect(destination(call))
}

const toConsole = (call: Submission): Submission => ({ ...call, query: { ...call.query, returnTo: destination(call) } })

const destination = (visit: Visit): string => backOf(visit) ?? pagePaths.console
