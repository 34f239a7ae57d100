import { keptReturn } from '../../../gate/codes/kept-return.ts'
import { mailboxCookie, mailboxOf } from '../../../gate/codes/mailbox-cookie.ts'
import { ownerOfCode } from '../../../gate/codes/owner-of-code.ts'
import { pagePaths } from '../../../gate/page-paths.ts'
import { afterReset } from '../../../gate/pages/account/done-at.ts'
import { OwnerField } from '../../../gate/pages/account/owner-field.tsx'
import { checkFields, filled, newPassword } from '../../../gate/pages/check-fields.ts'
import { card, type Looks } from '../../../gate/pages/layout.tsx'
import { NewPasswordField } from '../../../gate/pages/new-password-field.tsx'
import { asSentTo, OPEN, openCode, ownerOfOpened } from '../../../gate/pages/opened-code.ts'
import { type Hosted, type Visit, viewOf } from '../../../gate/pages/view.ts'
import { passwordRefusedAt } from '../../../gate/passwords/password-refusal.ts'
import { Redirect } from '../../../platform/kernel/endpoint.ts'
import { Address } from '../../../platform/pages/components/address.tsx'
import { CodeField } from '../../../platform/pages/components/code-field.tsx'
import { Form, type FormState } from '../../../platform/pages/components/form.tsx'
import { sentence } from '../../../platform/pages/components/sentence.ts'
import { resetPassword } from '../flows/reset-password.ts'

const REFUSALS = { unknown: 'reset_token_invalid', expired: 'reset_token_expired', used: 'reset_token_already_used' } as const
const FIELDS = {
  reset_token_invalid: 'code',
  reset_token_expired: 'code',
  reset_token_already_used: 'code',
  ...passwordRefusedAt('newPassword'),
} as const

export const resetPasswordPage = (looks: Looks): Hosted => ({
  path: pagePaths.resetPassword,
  for: 'anybody',
  shownAgain: ['code'],

  show: (visit) => page(visit, looks),

  actions: {
    async [OPEN](call) {
      await openCode(call, 'password-reset', REFUSALS)
      return page(call, looks)
    },

    async reset(call) {
      checkFields(call, { code: filled, newPassword })
      const { code = '', newPassword: chosen } = call.fields
      await call.run(resetPassword, { body: { code, newPassword: chosen } })
      const kept = await keptReturn(call.deps, 'password-reset', code)
      // The redirect is the same for every account: which providers are linked is told only after the sign-in.
      const query = new URLSearchParams({ notice: 'password', returnTo: afterReset(kept) })
      const email = await ownerOfCode(call.deps, 'password-reset', code)
      const cookies = email === undefined ? {} : { mailbox: mailboxCookie(call.deps, email, 'proved') }
      return new Redirect(`${pagePaths.signIn}?${query}`, cookies)
    },
  },
})

async function page(asked: Visit, looks: Looks) {
  const visit = asSentTo(asked, 'reset')
  const view = viewOf(visit)
  const { t } = view
  const form: FormState = { view, visit, action: 'reset', fields: FIELDS }
  const email = (await ownerOfOpened(visit, 'password-reset')) ?? mailboxOf(visit.deps, visit.cookies.mailbox, 'reset')
  return card(
    { view, visit, looks, title: t.resetPassword.title },
    <>
      {email !== undefined && <p>{sentence(t.resetPassword.for, <Address email={email} />)}</p>}
      <p>{t.resetPassword.lead}</p>
      <Form form={form} submit={t.resetPassword.submit} sentFromLink={OPEN}>
        {email !== undefined && <OwnerField email={email} />}
        <CodeField form={form} label={t.resetPassword.codeLabel} isFirst={email === undefined} />
        <NewPasswordField form={form} name="newPassword" label={t.common.newPassword} isFirst />
      </Form>
      <p class="aside">
        {t.resetPassword.again} <a href={pagePaths.forgotPassword}>{t.resetPassword.sendAgain}</a>
      </p>
    </>,
  )
}
