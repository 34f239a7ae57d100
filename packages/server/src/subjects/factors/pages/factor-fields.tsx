import { Field, type FormState } from '../../../platform/pages/components/form.tsx'
import { wrongField } from '../../../platform/pages/components/form-failure.tsx'

interface FactorFieldProps {
  readonly form: FormState
  readonly label?: string
}

/** For what an authenticator app shows; sent with its last digit. */
export function TotpField({ form, label = form.view.t.common.code }: FactorFieldProps) {
  const { factors } = form.view.t
  return (
    <Field
      form={form}
      name="code"
      label={label}
      hint={wrongField(form) === 'code' ? factors.totpHint : undefined}
      autocomplete="one-time-code"
      inputMode="numeric"
      sentAt={6}
      isFirst
    />
  )
}

/** For what is on the owner's own paper. */
export const RecoveryField = ({ form }: FactorFieldProps) => (
  <Field form={form} name="code" label={form.view.t.factors.recoveryLabel} autocomplete="off" isFirst />
)
