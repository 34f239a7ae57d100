import { newcomerCookie } from '../../../gate/accounts/newcomer-cookie.ts'
import { pagePaths } from '../../../gate/page-paths.ts'
import { afterCredentials, destinationOf, withReturn } from '../../../gate/pages/after-credentials.ts'
import { Agreement } from '../../../gate/pages/agreement.tsx'
import { address, checkFields, name, newPassword } from '../../../gate/pages/check-fields.ts'
import { ForApp } from '../../../gate/pages/for-app.tsx'
import { card, type Looks } from '../../../gate/pages/layout.tsx'
import { NewPasswordField } from '../../../gate/pages/new-password-field.tsx'
import { type Hosted, type PageProps, viewOf } from '../../../gate/pages/view.ts'
import { passwordRefusedAt } from '../../../gate/passwords/password-refusal.ts'
import { Redirect } from '../../../platform/kernel/endpoint.ts'
import { ButtonLink } from '../../../platform/pages/components/button-link.tsx'
import { Field, Form, type FormState } from '../../../platform/pages/components/form.tsx'
import { ProviderButtons } from '../../providers/index.ts'
import { register } from '../flows/register.ts'

const FIELDS = {
  invalid_email: 'email',
  email_not_allowed: 'email',
  email_already_exists: 'email',
  name_required: 'name',
  ...passwordRefusedAt('password'),
} as const

export const signUpPage = (looks: Looks): Hosted => ({
  path: pagePaths.signUp,
  for: 'anybody',
  shownAgain: ['name', 'email'],

  async show(visit) {
    const { enableEmailPassword, allowPublic } = visit.deps.config.registration
    if (!enableEmailPassword) return undefined
    if (visit.caller) return new Redirect(destinationOf(visit), { kept: visit.caller.session })
    const view = viewOf(visit)
    const { t } = view
    return card(
      { view, visit, looks, title: t.signUp.title },
      <>
        {allowPublic && <ForApp visit={visit} words={t.signUp.forApp} />}
        {allowPublic ? <Newcomer view={view} visit={visit} /> : <InviteOnly view={view} visit={visit} />}
        <p class="aside">
          {t.signUp.haveAccount} <a href={withReturn(pagePaths.signIn, visit.query['returnTo'])}>{t.signIn.submit}</a>
        </p>
      </>,
    )
  },

  actions: {
    async signUp(call) {
      // Where accounts cannot be made, the route says so before any field is found wrong.
      const { enableEmailPassword, allowPublic } = call.deps.config.registration
      if (enableEmailPassword && allowPublic) checkFields(call, { name, email: address, password: newPassword })
      const { name: called, email, password } = call.fields
      const answer = await call.run(register, { body: { name: called, email, password, returnTo: call.query['returnTo'] } })
      const redirect = afterCredentials(call, answer)
      if (!('requiresVerification' in answer)) return redirect
      return new Redirect(redirect.location, { ...redirect.cookies, newcomer: newcomerCookie(call.deps, answer.user.id) })
    },
  },
})

function Newcomer({ view, visit }: PageProps) {
  const { t } = view
  const words = { email_already_exists: <Taken view={view} visit={visit} /> }
  const form: FormState = { view, visit, action: 'signUp', fields: FIELDS, words }
  return (
    <>
      <Form form={form} submit={t.signUp.submit}>
        <Field form={form} name="name" label={t.common.name} autocomplete="name" isFirst />
        <Field form={form} name="email" label={t.common.email} type="email" autocomplete="username" />
        <NewPasswordField form={form} name="password" label={t.common.password} />
        <Agreement view={view} />
      </Form>
      <ProviderButtons view={view} visit={visit} />
    </>
  )
}

/** The links carry the address in their fragment, which no server log sees. */
function Taken({ view: { t }, visit }: PageProps) {
  const { returnTo } = visit.query
  const fragment = `#${new URLSearchParams({ email: visit.typed['email'] ?? '' })}`
  return (
    <>
      {t.errors.email_already_exists} <a href={withReturn(pagePaths.signIn, returnTo) + fragment}>{t.signIn.submit}</a>
      {' · '}
      <a href={withReturn(pagePaths.forgotPassword, returnTo) + fragment}>{t.signIn.forgot}</a>
    </>
  )
}

const InviteOnly = ({ view: { t }, visit }: PageProps) => (
  <>
    <p>{t.signUp.inviteOnly}</p>
    {visit.deps.config.registration.enableInvite && (
      <p>
        <ButtonLink href={pagePaths.invite} words={t.signUp.haveInvite} isQuiet />
      </p>
    )}
  </>
)
