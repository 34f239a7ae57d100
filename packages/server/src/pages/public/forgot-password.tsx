import { mailboxCookie } from '../../core/codes/mailbox-cookie.ts'
import { forgotPassword } from '../../features/password/forgot-password.ts'
import { Redirect } from '../../kernel/endpoint.ts'
import { pagePaths } from '../../kernel/page-paths.ts'
import { Field, Form, type FormState } from '../components/form.tsx'
import { document, type Looks } from '../components/layout.tsx'
import { type Hosted, viewOf } from '../view.ts'
import { address, checkFields } from './check-fields.ts'
import { withReturn } from './with-return.ts'

/** `/forgot-password`: asks for a link. What comes next is the same page for every address. */
export const forgotPasswordPage = (looks: Looks): Hosted => ({
  path: pagePaths.forgotPassword,
  for: 'anybody',
  shownAgain: ['email'],

  async show(visit) {
    const view = viewOf(visit)
    const { t } = view
    const form: FormState = { view, visit, action: 'request', fields: {} }
    return document({
      view,
      visit,
      looks,
      title: t.forgotPassword.title,
      children: (
        <>
          <h1>{t.forgotPassword.title}</h1>
          <p>{t.forgotPassword.lead}</p>
          <Form form={form} submit={t.forgotPassword.submit}>
            <Field
              form={form}
              name="email"
              label={t.common.email}
              type="email"
              autocomplete="username"
              fromLink="email"
              isFirst
            />
          </Form>
          <p class="aside">
            <a href={withReturn(pagePaths.signIn, visit.query['returnTo'])}>{t.forgotPassword.backToSignIn}</a>
          </p>
        </>
      ),
    })
  },

  actions: {
    async request(call) {
      checkFields(call, { email: address })
      const { email = '' } = call.fields
      const { returnTo } = call.query
      await call.run(forgotPassword, { body: { email, returnTo } })
      const facts = { for: 'reset', ...(returnTo !== undefined && { returnTo }) }
      const mailbox = mailboxCookie(call.deps, email, 'reset')
      return new Redirect(`${pagePaths.checkMail}?${new URLSearchParams(facts)}`, { mailbox })
    },
  },
})
