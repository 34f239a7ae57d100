import { isBotCheckAsked } from '../../../gate/bot-check/bot-check.ts'
import { mailboxOf } from '../../../gate/codes/mailbox-cookie.ts'
import { pagePaths } from '../../../gate/page-paths.ts'
import { afterCredentials, destinationOf, withReturn } from '../../../gate/pages/after-credentials.ts'
import { address, checkFields, password } from '../../../gate/pages/check-fields.ts'
import { ForApp } from '../../../gate/pages/for-app.tsx'
import { card, type Looks } from '../../../gate/pages/layout.tsx'
import { arrivalOf, passkeySignIn } from '../../../gate/pages/page-hooks.ts'
import { SignInForm } from '../../../gate/pages/sign-in-form.tsx'
import { type Hosted, type Visit, viewOf } from '../../../gate/pages/view.ts'
import { Redirect } from '../../../platform/kernel/endpoint.ts'
import type { ErrorCode } from '../../../platform/kernel/errors.ts'
import { Alert } from '../../../platform/pages/components/alert.tsx'
import { Explained } from '../../../platform/pages/components/form-failure.tsx'
import { Note } from '../../../platform/pages/components/note.tsx'
import { Notice } from '../../../platform/pages/components/notice.tsx'
import { sendSignInCode } from '../../mailed-sign-in/index.ts'
import { ProviderButtons } from '../../providers/index.ts'
import { login } from '../flows/login.ts'
import { nextStep, SignInSteps } from './sign-in-steps.tsx'

export const signInPage = (looks: Looks): Hosted => ({
  path: pagePaths.signIn,
  for: 'anybody',
  shownAgain: ['email'],

  show: (visit) => page(visit, looks),

  actions: {
    async signIn(call) {
      checkFields(call, { email: address, password })
      const { email, password: typed } = call.fields
      return afterCredentials(call, await call.run(login, { body: { email, password: typed } }))
    },

    next: nextStep,
    sendCode: (call) => sendSignInCode(call, call.fields['email'] ?? ''),
    passkey: async (call) => passkeySignIn()?.submit(call),
  },
})

async function page(visit: Visit, looks: Looks) {
  const view = viewOf(visit)
  const { t } = view
  const { query, deps } = visit
  if (visit.caller) return new Redirect(destinationOf(visit), { kept: visit.caller.session })
  // Here already, so that an operator who tries the link of an application learns of it without signing in.
  deps.refusedReturns.note(query['returnTo'])
  const { registration } = deps.config
  const hasPasskeys = passkeySignIn()?.isOn(deps) ?? false
  const hasBotCheck = registration.emailSignIn !== 'off' && isBotCheckAsked(visit)
  const notices = {
    ...(view.hasPasswords && { password: t.resetPassword.done, 'password-set': t.signIn.passwordSet }),
    address: t.lifecycle.change.done,
    ...(registration.emailSignIn !== 'off' && { 'ended-all': t.mailedSignIn.allEnded }),
  }
  // A visitor who has just chosen a password or an address need not type the address again.
  const known = Object.hasOwn(notices, query['notice'] ?? '') ? mailboxOf(deps, visit.cookies.mailbox, 'sign-in') : undefined
  const arrival = await arrivalOf(visit)
  const email = known ?? arrival?.email
  return card(
    { view, visit, looks, title: t.signIn.title, hasPasskeys, hasBotCheck },
    <>
      <ForApp visit={visit} words={t.signIn.forApp} named={arrival?.app} />
      {query['error'] !== undefined && Object.hasOwn(t.errors, query['error']) && (
        <Alert>
          <Explained view={view} code={query['error'] as ErrorCode} />
        </Alert>
      )}
      {query['notice'] === 'ended' && !visit.failure && <Note words={t.signIn.ended} />}
      {!visit.failure && <Notice done={query['notice']} words={notices} />}
      {registration.emailSignIn === 'off' ? (
        <SignInForm view={view} visit={visit} email={email} isLinkedTo returnTo={query['returnTo']} />
      ) : (
        <SignInSteps view={view} visit={visit} email={email} />
      )}
      <ProviderButtons view={view} visit={visit} />
      {registration.enableEmailPassword && registration.allowPublic && (
        <p class="aside">
          {t.signIn.noAccount} <a href={withReturn(pagePaths.signUp, query['returnTo'])}>{t.signIn.signUp}</a>
        </p>
      )}
    </>,
  )
}
