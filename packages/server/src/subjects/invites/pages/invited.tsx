import type { ComponentChildren } from 'preact'
import { Agreement } from '../../../gate/pages/agreement.tsx'
import { checkFields, name, newPassword, samePassword } from '../../../gate/pages/check-fields.ts'
import { NewPasswordField } from '../../../gate/pages/new-password-field.tsx'
import type { PageProps, Submission } from '../../../gate/pages/view.ts'
import type { ErrorCode } from '../../../platform/kernel/errors.ts'
import { Alert } from '../../../platform/pages/components/alert.tsx'
import { ButtonLink } from '../../../platform/pages/components/button-link.tsx'
import { Field, Form, type FormState } from '../../../platform/pages/components/form.tsx'

/** What the pages behind the links of invitations are made of, to the service and into an organisation. */

interface CodeEntranceProps extends PageProps {
  /** What is said of a code that no invitation has. */
  readonly unknown: ErrorCode
  /** What was wrong with the code of another form. */
  readonly children: ComponentChildren
}

/** The field for the code alone, which a script takes from the link and sends at once. */
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

const FIELDS = { name_required: 'name', weak_password: 'password', password_mismatch: 'confirmPassword' } as const

interface NewcomerFormProps extends PageProps {
  readonly action: string
  readonly submit: string
  readonly code: string | undefined
  readonly email: string | undefined
}

/** An account for the invited address. */
export function NewcomerForm({ view, visit, action, submit, code, email }: NewcomerFormProps) {
  const { common, invite } = view.t
  const form: FormState = { view, visit, action, fields: FIELDS }
  return (
    <Form form={form} submit={submit} hidden={{ code }}>
      <input type="email" name="email" autocomplete="username" value={email} hidden readOnly />
      <Field form={form} name="name" label={common.name} autocomplete="name" isFirst />
      <NewPasswordField form={form} name="password" label={common.password} />
      <Field form={form} name="confirmPassword" label={invite.confirmPassword} type="password" autocomplete="new-password" />
      <Agreement view={view} />
    </Form>
  )
}

/** What `NewcomerForm` sends. */
export function newcomerIn(call: Submission) {
  checkFields(call, { name, password: newPassword, confirmPassword: samePassword })
  const { code, name: called, password, confirmPassword } = call.fields
  return { code, name: called, password, confirmPassword }
}

interface DeadInviteProps extends Pick<PageProps, 'view'> {
  readonly code: ErrorCode
  /** Who has used it may have an account by now. */
  readonly isUsed: boolean
  readonly onward: { readonly href: string; readonly words: string }
  /** Where another code is typed. */
  readonly path: string
}

/** No code of this invitation can help any more. */
export const DeadInvite = ({ view: { t }, code, isUsed, onward, path }: DeadInviteProps) => (
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
