import { newcomerCookie } from '../../core/access/newcomer-cookie.ts'
import { register } from '../../features/account/register.ts'
import { Redirect } from '../../kernel/endpoint.ts'
import { pagePaths } from '../../kernel/page-paths.ts'
import { Field, Form, type FormState } from '../components/form.tsx'
import { document, type Looks } from '../components/layout.tsx'
import { NewPasswordField } from '../components/new-password-field.tsx'
import { ProviderButtons } from '../components/provider-buttons.tsx'
import { type Hosted, type View, type Visit, viewOf } from '../view.ts'
import { afterCredentials, destinationOf } from './after-credentials.ts'
import { withReturn } from './with-return.ts'

const FIELDS = {
  invalid_email: 'email',
  email_already_exists: 'email',
  name_required: 'name',
  weak_password: 'password',
} as const

/** `/sign-up`: a new account, for every visitor or for none. */
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
    return document({
      view,
      visit,
      looks,
      title: t.signUp.title,
      children: (
        <>
          <h1>{t.signUp.title}</h1>
          {allowPublic ? <Newcomer view={view} visit={visit} /> : <InviteOnly view={view} visit={visit} />}
          <p class="aside">
            {t.signUp.haveAccount} <a href={withReturn(pagePaths.signIn, visit.query['returnTo'])}>{t.signIn.submit}</a>
          </p>
        </>
      ),
    })
  },

  actions: {
    async signUp(call) {
      const { name, email, password } = call.fields
      const { returnTo } = call.query
      const answer = await call.run(register, { body: { name, email, password, returnTo } })
      const { location } = afterCredentials(call, answer)
      return new Redirect(
        location,
        'requiresVerification' in answer ? { newcomer: newcomerCookie(call.deps, answer.user.id) } : {},
      )
    },
  },
})

interface Shown {
  readonly view: View
  readonly visit: Visit
}

function Newcomer({ view, visit }: Shown) {
  const { t } = view
  const form: FormState = { view, visit, action: 'signUp', fields: FIELDS }
  return (
    <>
      <Form form={form} submit={t.signUp.submit}>
        <Field form={form} name="name" label={t.common.name} autocomplete="name" isFirst />
        <Field form={form} name="email" label={t.common.email} type="email" autocomplete="username" />
        <NewPasswordField form={form} name="password" label={t.common.password} />
      </Form>
      <ProviderButtons view={view} visit={visit} />
    </>
  )
}

function InviteOnly({ view: { t }, visit }: Shown) {
  return (
    <>
      <p>{t.signUp.inviteOnly}</p>
      {visit.deps.config.registration.enableInvite && (
        <p>
          <a class="button quiet" href={pagePaths.invite}>
            {t.signUp.haveInvite}
          </a>
        </p>
      )}
    </>
  )
}
