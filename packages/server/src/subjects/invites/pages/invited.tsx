import type { ComponentChildren } from 'preact'
import { DataFields } from '../../../gate/data/pages/data-fields.tsx'
import { dataChecks, typedData } from '../../../gate/data/pages/typed-data.ts'
import { writableBy } from '../../../gate/data/rights.ts'
import { Agreement } from '../../../gate/pages/agreement.tsx'
import { checkFields, name, newPassword } from '../../../gate/pages/check-fields.ts'
import { NewPasswordField } from '../../../gate/pages/new-password-field.tsx'
import type { PageProps, Submission } from '../../../gate/pages/view.ts'
import { hasPasswords } from '../../../gate/passwords/has-passwords.ts'
import { passwordRefusedAt } from '../../../gate/passwords/password-refusal.ts'
import type { ErrorCode } from '../../../platform/kernel/errors.ts'
import { Alert } from '../../../platform/pages/components/alert.tsx'
import { ButtonLink } from '../../../platform/pages/components/button-link.tsx'
import { Field, Form, type FormState } from '../../../platform/pages/components/form.tsx'

/** `unknown` is the failure for a code that no invite has. */
type CodeEntranceProps = PageProps & { readonly unknown: ErrorCode; readonly children: ComponentChildren }

/** A script takes the code from the link and sends the form at once. */
export function CodeEntrance({ view, visit, unknown, children }: CodeEntranceProps) {
  const { invite, common } = view.t
  const form: FormState = { view, visit, action: 'open', fields: { [unknown]: 'code' } }
  return (
    <>
      <p>{invite.open}</p>
      {children}
      <Form form={form} submit={common.continue} sentFromLink={form.action}>
        <Field form={form} name="code" label={invite.codeLabel} autocomplete="one-time-code" fromLink="token" isFirst />
      </Form>
    </>
  )
}

const FIELDS = { name_required: 'name', ...passwordRefusedAt('password') } as const

type Invitation = { readonly code: string | undefined; readonly email: string | undefined }
type NewcomerFormProps = PageProps & Invitation & { readonly action: string; readonly submit: string }

export function NewcomerForm({ view, visit, action, submit, code, email }: NewcomerFormProps) {
  const { common } = view.t
  const form = { view, visit, action, fields: FIELDS }
  return (
    <Form form={form} submit={submit} hidden={{ code }}>
      <input type="email" name="email" autocomplete="username" value={email} hidden readOnly />
      <Field form={form} name="name" label={common.name} autocomplete="name" isFirst />
      {hasPasswords(visit.deps.config) && <NewPasswordField form={form} name="password" label={common.password} />}
      <DataFields form={form} fields={writableBy(visit.deps.config.data.fields, 'newcomer')} isSignUp />
      <Agreement view={view} />
    </Form>
  )
}

/** The password is asked for once and can be looked at while it is typed; the route takes it twice. */
export function newcomerIn(call: Submission) {
  const asked = writableBy(call.deps.config.data.fields, 'newcomer')
  checkFields(call, { name, ...(hasPasswords(call.deps.config) && { password: newPassword }), ...dataChecks(asked, true) })
  const { code, name: called, password } = call.fields
  return { code, name: called, password, confirmPassword: password, data: typedData(asked, call.fields) }
}

interface DeadInviteProps extends Pick<PageProps, 'view'> {
  readonly code: ErrorCode
  /** Whether to offer signing in: the visitor may have used the invite, and so have an account. */
  readonly isUsed: boolean
  readonly onward: { readonly href: string; readonly words: string }
  readonly path: string
}

export const EndedInvite = ({ view: { t }, code, isUsed, onward, path }: DeadInviteProps) => (
  <>
    <Alert>{t.errors[code]}</Alert>
    <p>{isUsed ? t.invite.askOrSignIn : t.invite.askAgain}</p>
    <p>
      <ButtonLink href={onward.href} words={onward.words} />
    </p>
    <p class="aside">
      <a href={path}>{t.invite.otherCode}</a>
    </p>
  </>
)
