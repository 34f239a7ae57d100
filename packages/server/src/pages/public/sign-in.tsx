import { login } from '../../features/account/login.ts'
import { Redirect } from '../../kernel/endpoint.ts'
import type { ErrorCode } from '../../kernel/errors.ts'
import { pagePaths } from '../../kernel/page-paths.ts'
import { Alert } from '../components/alert.tsx'
import { Field, Form } from '../components/form.tsx'
import { document, type Looks } from '../components/layout.tsx'
import { Notice } from '../components/notice.tsx'
import { ProviderButtons } from '../components/provider-buttons.tsx'
import { type Hosted, viewOf } from '../view.ts'
import { afterCredentials, destinationOf } from './after-credentials.ts'
import { withReturn } from './with-return.ts'

/** `/sign-in`: the address and the password, or a provider. */
export const signInPage = (looks: Looks): Hosted => ({
  path: pagePaths.signIn,
  for: 'anybody',
  shownAgain: ['email'],

  async show(visit) {
    const view = viewOf(visit)
    const { t } = view
    const { query, deps } = visit
    if (visit.caller) return new Redirect(destinationOf(visit), { kept: visit.caller.session })
    const form = { view, visit, action: 'signIn', fields: { invalid_credentials: 'password' } } as const
    const { registration } = deps.config
    return document({
      view,
      visit,
      looks,
      title: t.signIn.title,
      children: (
        <>
          <h1>{t.signIn.title}</h1>
          {query['error'] !== undefined && Object.hasOwn(t.errors, query['error']) && (
            <Alert>{t.errors[query['error'] as ErrorCode]}</Alert>
          )}
          <Notice done={query['notice']} words={{ password: t.resetPassword.done, 'password-set': t.signIn.passwordSet }} />
          <Form form={form} submit={t.signIn.submit}>
            <Field form={form} name="email" label={t.common.email} type="email" autocomplete="username" isFirst />
            <Field form={form} name="password" label={t.common.password} type="password" autocomplete="current-password" />
          </Form>
          <p class="aside">
            <a href={withReturn(pagePaths.forgotPassword, query['returnTo'])}>{t.signIn.forgot}</a>
          </p>
          <ProviderButtons view={view} visit={visit} />
          {registration.enableEmailPassword && registration.allowPublic && (
            <p class="aside">
              {t.signIn.noAccount} <a href={withReturn(pagePaths.signUp, query['returnTo'])}>{t.signIn.signUp}</a>
            </p>
          )}
        </>
      ),
    })
  },

  actions: {
    async signIn(call) {
      const { email, password } = call.fields
      return afterCredentials(call, await call.run(login, { body: { email, password } }))
    },
  },
})
