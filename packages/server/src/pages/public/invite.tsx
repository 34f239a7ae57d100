import { inviteRegister } from '../../features/invite/invite-register.ts'
import { pagePaths } from '../../kernel/page-paths.ts'
import { Field, Form, type FormState } from '../components/form.tsx'
import { document, type Looks } from '../components/layout.tsx'
import { NewPasswordField } from '../components/new-password-field.tsx'
import { sentence } from '../components/sentence.ts'
import { type Hosted, viewOf } from '../view.ts'
import { afterCredentials } from './after-credentials.ts'

const FIELDS = {
  invite_not_found: 'code',
  invite_already_used: 'code',
  invite_expired: 'code',
  name_required: 'name',
  weak_password: 'password',
  password_mismatch: 'confirmPassword',
} as const

/** `/invite`: where the link of an invitation leads. */
export const invitePage = (looks: Looks): Hosted => ({
  path: pagePaths.invite,
  for: 'anybody',
  shownAgain: ['code', 'name'],

  async show(visit) {
    if (!visit.deps.config.registration.enableInvite) return undefined
    const view = viewOf(visit)
    const { t } = view
    const form: FormState = { view, visit, action: 'accept', fields: FIELDS }
    return document({
      view,
      visit,
      looks,
      title: t.invite.title,
      children: (
        <>
          <h1>{t.invite.title}</h1>
          <p>{t.invite.lead}</p>
          <p data-invitee hidden>
            {sentence(t.invite.for, <bdi />)}
          </p>
          {visit.caller && <p>{sentence(t.invite.signedIn, <bdi>{visit.caller.account.email}</bdi>)}</p>}
          <Form form={form} submit={t.invite.submit}>
            <Field
              form={form}
              name="code"
              label={t.invite.codeLabel}
              hint={t.invite.codeHint}
              autocomplete="one-time-code"
              fromLink="token"
              isFirst
            />
            <Field form={form} name="name" label={t.common.name} autocomplete="name" />
            <NewPasswordField form={form} name="password" label={t.common.password} />
            <Field
              form={form}
              name="confirmPassword"
              label={t.invite.confirmPassword}
              type="password"
              autocomplete="new-password"
            />
          </Form>
          <p class="aside">
            {t.signUp.haveAccount} <a href={pagePaths.signIn}>{t.signIn.submit}</a>
          </p>
        </>
      ),
    })
  },

  actions: {
    async accept(call) {
      const { code, name, password, confirmPassword } = call.fields
      return afterCredentials(call, await call.run(inviteRegister, { body: { code, name, password, confirmPassword } }))
    },
  },
})
