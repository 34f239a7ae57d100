import { DataFields } from '../../../gate/data/pages/data-fields.tsx'
import { writableBy } from '../../../gate/data/rights.ts'
import { pagePaths } from '../../../gate/page-paths.ts'
import { withReturn } from '../../../gate/pages/after-credentials.ts'
import { Agreement } from '../../../gate/pages/agreement.tsx'
import { NewPasswordField } from '../../../gate/pages/new-password-field.tsx'
import type { PageProps } from '../../../gate/pages/view.ts'
import { passwordRefusedAt } from '../../../gate/passwords/password-refusal.ts'
import { Address } from '../../../platform/pages/components/address.tsx'
import { Field, Form } from '../../../platform/pages/components/form.tsx'
import { sentence } from '../../../platform/pages/components/sentence.ts'

export const CONFIRM = 'confirm'

const FIELDS = {
  code_invalid: 'code',
  code_expired: 'code',
  code_already_used: 'code',
  name_required: 'name',
  ...passwordRefusedAt('password'),
} as const

/** What a browser without scripts is shown while its network is busy. The password is asked for once more, because none waits here. */
export function SignUpWithCode({ view, visit, ticket }: PageProps & { readonly ticket: string }) {
  const { t } = view
  const { email = '', name } = visit.typed
  const form = { view, visit, action: CONFIRM, fields: FIELDS }
  return (
    <>
      <p>{sentence(t.signUp.codeSent, <Address email={email} />)}</p>
      <Form form={form} submit={t.signUp.submit} hidden={{ ticket }}>
        <input type="email" name="email" autocomplete="username" value={email} hidden readOnly />
        <Field form={form} name="code" label={t.signUp.code} autocomplete="one-time-code" isFirst />
        <Field form={form} name="name" label={t.common.name} autocomplete="name" value={name} />
        <NewPasswordField form={form} name="password" label={t.common.password} />
        <DataFields form={form} fields={writableBy(visit.deps.config.data.fields, 'newcomer')} isSignUp />
        <Agreement view={view} />
      </Form>
      <p class="aside">
        {t.signUp.noCode} <a href={withReturn(pagePaths.signUp, visit.query['returnTo'])}>{t.signUp.startAgain}</a>
      </p>
    </>
  )
}
