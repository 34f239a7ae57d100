import { accountsIn } from '../../../gate/accounts/tables/accounts.ts'
import { mailboxCookie } from '../../../gate/codes/mailbox-cookie.ts'
import { lookAtCountedCode } from '../../../gate/codes/owner-of-code.ts'
import { pagePaths } from '../../../gate/page-paths.ts'
import { doneAt } from '../../../gate/pages/account/done-at.ts'
import { OwnerField } from '../../../gate/pages/account/owner-field.tsx'
import { checkFields, filled, newPassword } from '../../../gate/pages/check-fields.ts'
import { card, type Looks } from '../../../gate/pages/layout.tsx'
import { NewPasswordField } from '../../../gate/pages/new-password-field.tsx'
import { asSentTo, OPEN } from '../../../gate/pages/opened-code.ts'
import { type Hosted, type Visit, viewOf } from '../../../gate/pages/view.ts'
import { passwordRefusedAt } from '../../../gate/passwords/password-refusal.ts'
import { Redirect } from '../../../platform/kernel/endpoint.ts'
import { Failure } from '../../../platform/kernel/errors.ts'
import { isId } from '../../../platform/kernel/ids.ts'
import { Alert } from '../../../platform/pages/components/alert.tsx'
import { CodeField } from '../../../platform/pages/components/code-field.tsx'
import { Form, type FormState, LinkedValue } from '../../../platform/pages/components/form.tsx'
import { setPassword } from '../flows/set-password.ts'

const REFUSALS = { unknown: 'invalid_code', used: 'code_used', expired: 'reset_token_expired' } as const
const FIELDS = {
  invalid_code: 'code',
  code_used: 'code',
  reset_token_expired: 'code',
  ...passwordRefusedAt('newPassword'),
} as const

/** The link names the account, or else the session does. */
export const setPasswordPage = (looks: Looks): Hosted => ({
  path: pagePaths.setPassword,
  for: 'anybody',
  shownAgain: ['userId', 'code'],

  show: (visit) => page(visit, looks),

  actions: {
    async [OPEN](call) {
      checkFields(call, { code: filled })
      await call.count('redeem')
      const { userId = '', code = '' } = call.fields
      if (!isId(userId)) throw new Failure('invalid_code')
      const { state, email } = await lookAtCountedCode(call.deps, 'set-password', code, userId)
      if (state !== 'live') throw new Failure(REFUSALS[state])
      return page(call, looks, email)
    },

    async set(call) {
      checkFields(call, { code: filled, newPassword })
      const { userId = '', code, newPassword: chosen } = call.fields
      await call.run(setPassword, { body: { userId, code, newPassword: chosen } })
      if (call.caller?.account.id === userId) return new Redirect(doneAt('password', 'password-set'))
      // The code was right, so its holder may know the address.
      const owner = await accountsIn(call.deps.store).find(userId)
      const cookies = owner === undefined ? {} : { mailbox: mailboxCookie(call.deps, owner.email, 'sign-in') }
      return new Redirect(`${pagePaths.signIn}?notice=password-set`, cookies)
    },
  },
})

async function page(asked: Visit, looks: Looks, opened?: string) {
  // The link of the mail was used before, and the account has a password.
  if (asked.caller?.account.passwordHash !== undefined) return new Redirect(`${pagePaths.accountSecurity}#password`)
  const visit = asSentTo(asked, 'set')
  const view = viewOf(visit)
  const { t } = view
  const userId = visit.typed['userId'] || visit.caller?.account.id
  const form: FormState = { view, visit, action: 'set', fields: FIELDS }
  const needsLink = <Alert>{t.setPassword.needsLink}</Alert>
  // A form that failed is not looked up again: every look at a short code is a guess.
  const email = visit.caller?.account.email ?? opened
  return card(
    { view, visit, looks, title: t.setPassword.title },
    <>
      <p>{visit.caller === undefined ? t.setPassword.leadForAll : t.setPassword.lead}</p>
      {userId === undefined && (visit.failure ? needsLink : <noscript>{needsLink}</noscript>)}
      <Form form={form} submit={t.setPassword.submit} sentFromLink={OPEN}>
        <LinkedValue name="userId" value={userId} />
        {email !== undefined && <OwnerField email={email} />}
        <CodeField form={form} label={t.resetPassword.codeLabel} isFirst />
        <NewPasswordField form={form} name="newPassword" label={t.common.newPassword} />
      </Form>
    </>,
  )
}
