import { keptReturn } from '../../core/codes/kept-return.ts'
import { resetPassword } from '../../features/password/reset-password.ts'
import { Redirect } from '../../kernel/endpoint.ts'
import { pagePaths } from '../../kernel/page-paths.ts'
import { doneAt } from '../account/done-at.ts'
import { CodeField } from '../components/code-field.tsx'
import { Form, type FormState } from '../components/form.tsx'
import { document, type Looks } from '../components/layout.tsx'
import { NewPasswordField } from '../components/new-password-field.tsx'
import { type Hosted, viewOf } from '../view.ts'

const FIELDS = {
  reset_token_invalid: 'code',
  reset_token_expired: 'code',
  reset_token_already_used: 'code',
  weak_password: 'newPassword',
} as const

/** `/reset-password`: where the link of the mail leads. */
export const resetPasswordPage = (looks: Looks): Hosted => ({
  path: pagePaths.resetPassword,
  for: 'anybody',
  shownAgain: ['code'],

  async show(visit) {
    const view = viewOf(visit)
    const { t } = view
    const form: FormState = { view, visit, action: 'reset', fields: FIELDS }
    return document({
      view,
      visit,
      looks,
      title: t.resetPassword.title,
      children: (
        <>
          <h1>{t.resetPassword.title}</h1>
          <p>{t.resetPassword.lead}</p>
          <Form form={form} submit={t.resetPassword.submit}>
            <CodeField form={form} label={t.resetPassword.codeLabel} isFirst />
            <NewPasswordField form={form} name="newPassword" label={t.common.newPassword} />
          </Form>
          <p class="aside">
            {t.resetPassword.again} <a href={pagePaths.forgotPassword}>{t.resetPassword.sendAgain}</a>
          </p>
        </>
      ),
    })
  },

  actions: {
    async reset(call) {
      const { code = '', newPassword } = call.fields
      await call.run(resetPassword, { body: { code, newPassword } })
      const kept = await keptReturn(call.deps, 'password-reset', code)
      // The same for every visitor: whether something is linked to the account is told after the sign-in, and not here.
      const account = doneAt('providers', 'reset', kept === undefined ? {} : { returnTo: kept })
      const onward = new URLSearchParams({ notice: 'password', returnTo: account })
      return new Redirect(`${pagePaths.signIn}?${onward}`)
    },
  },
})
