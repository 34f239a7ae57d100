import type { StepUpMethod } from '../../../gate/factors/second-factors.ts'
import { OwnerField } from '../../../gate/pages/account/owner-field.tsx'
import { PasskeyForm, WithoutPasskeys, WithPasskeys } from '../../../gate/pages/passkey-form.tsx'
import type { PageProps, Visit } from '../../../gate/pages/view.ts'
import { Address } from '../../../platform/pages/components/address.tsx'
import { CodeField } from '../../../platform/pages/components/code-field.tsx'
import { Field, Form, type FormState } from '../../../platform/pages/components/form.tsx'
import { sentence } from '../../../platform/pages/components/sentence.ts'
import { RecoveryField, TotpField } from './factor-fields.tsx'

type ProofProps = PageProps & { readonly method: StepUpMethod; readonly digits: number | undefined }

export function Proof(props: ProofProps) {
  const Method = METHODS[props.method]
  return <Method {...props} />
}

const typedForm = ({ view, visit }: PageProps): FormState => ({
  view,
  visit,
  action: 'confirm',
  fields: { invalid_credentials: 'password', two_factor_code_invalid: 'code' },
  // The caller is signed in, so the words need not hide that the account exists.
  words: { invalid_credentials: view.t.errors.wrong_password },
})

const addressOf = ({ caller }: Visit): string => caller?.account.email ?? ''

function ByPassword(props: PageProps) {
  const { common, stepUp } = props.view.t
  const form = typedForm(props)
  return (
    <Form form={form} submit={stepUp.submit}>
      <OwnerField email={addressOf(props.visit)} />
      <Field form={form} name="password" label={common.password} type="password" autocomplete="current-password" isFirst />
    </Form>
  )
}

function ByMail(props: PageProps) {
  const { view, visit } = props
  const { stepUp: words, resetPassword } = view.t
  const { sent } = visit.query
  const send: FormState = { view, visit, action: 'send' }
  const address = <Address email={addressOf(visit)} />
  if (sent === undefined) {
    return (
      <>
        <p>{sentence(words.mailLead, address)}</p>
        <Form form={send} submit={words.send} />
      </>
    )
  }
  const form = typedForm(props)
  const hint = visit.failure?.code === 'two_factor_code_invalid' ? words.sameBrowser : undefined
  return (
    <>
      <p>{sentence(sent === 'now' ? words.sent : words.sentBefore, address)}</p>
      <Form form={form} submit={words.submit} hidden={{ method: 'email' }}>
        <CodeField form={form} label={resetPassword.codeLabel} hint={hint} isFirst />
      </Form>
      <p class="aside">{words.again}</p>
      <Form form={send} submit={words.sendAgain} tone="quiet" />
    </>
  )
}

function ByEnrolledCode(props: ProofProps) {
  const { method, digits } = props
  const { factors, stepUp } = props.view.t
  const form = typedForm(props)
  return (
    <>
      <p>{method === 'totp' ? factors.totpLead(digits) : factors.recoveryLead}</p>
      <Form form={form} submit={stepUp.submit} hidden={{ method }}>
        {method === 'totp' ? <TotpField form={form} digits={digits} /> : <RecoveryField form={form} />}
      </Form>
    </>
  )
}

function ByPasskey({ view, visit }: PageProps) {
  const { passkey, passkeyLead } = view.t.factors
  const words = { two_factor_code_invalid: passkey.refused }
  const form: FormState = { view, visit, action: 'confirmPasskey', fields: {}, words }
  return (
    <>
      <WithPasskeys>
        <p>{passkeyLead}</p>
        <PasskeyForm form={form} does="get" options="~/auth/step-up/options" submit={passkey.submit} />
      </WithPasskeys>
      <WithoutPasskeys view={view} />
    </>
  )
}

const METHODS = { password: ByPassword, email: ByMail, totp: ByEnrolledCode, recovery: ByEnrolledCode, passkey: ByPasskey }
