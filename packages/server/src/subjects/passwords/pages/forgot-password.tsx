import { mailboxCookie } from '../../../gate/codes/mailbox-cookie.ts'
import { pagePaths } from '../../../gate/page-paths.ts'
import { withReturn } from '../../../gate/pages/after-credentials.ts'
import { address, checkFields } from '../../../gate/pages/check-fields.ts'
import { card, type Looks } from '../../../gate/pages/layout.tsx'
import { type Hosted, viewOf } from '../../../gate/pages/view.ts'
import { Redirect } from '../../../platform/kernel/endpoint.ts'
import { Field, Form } from '../../../platform/pages/components/form.tsx'
import { forgotPassword } from '../flows/forgot-password.ts'

/** Every address leads to the same next page. */
export const forgotPasswordPage = (looks: Looks): Hosted => ({
  path: pagePaths.forgotPassword,
  for: 'anybody',
  shownAgain: ['email'],

  async show(visit) {
    const view = viewOf(visit)
    const { t } = view
    const form = { view, visit, action: 'request' }
    return card(
      { view, visit, looks, title: t.forgotPassword.title },
      <>
        <p>{t.forgotPassword.lead}</p>
        <Form form={form} submit={t.forgotPassword.submit}>
          <Field form={form} name="email" label={t.common.email} type="email" autocomplete="username" fromLink="email" isFirst />
        </Form>
        <p class="aside">
          <a href={withReturn(pagePaths.signIn, visit.query['returnTo'])}>{t.forgotPassword.backToSignIn}</a>
        </p>
      </>,
    )
  },

  actions: {
    async request(call) {
      checkFields(call, { email: address })
      const { email = '' } = call.fields
      const { returnTo } = call.query
      await call.run(forgotPassword, { body: { email, returnTo } })
      const query = new URLSearchParams({ for: 'reset', ...(returnTo !== undefined && { returnTo }) })
      return new Redirect(`${pagePaths.checkMail}?${query}`, { mailbox: mailboxCookie(call.deps, email, 'reset') })
    },
  },
})
