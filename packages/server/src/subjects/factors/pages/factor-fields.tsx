import { Field, type FormState } from '../../../platform/pages/components/form.tsx'
import { wrongField } from '../../../platform/pages/components/form-failure.tsx'

interface TotpFieldProps {
  readonly form: FormState
  readonly label?: string
  /** How many a code of the app has. Where that is not to be known, no script sends the form. */
  readonly digits: number | undefined
}

export function TotpField({ form, label = form.view.t.common.code, digits }: TotpFieldProps) {
  const hint = wrongField(form) === 'code' ? form.view.t.factors.totpHint : undefined
  const typed = { autocomplete: 'one-time-code', inputMode: 'numeric', ...(digits !== undefined && { sentAt: digits }) } as const
  return <Field form={form} name="code" label={label} hint={hint} {...typed} isFirst />
}

export const RecoveryField = ({ form }: { readonly form: FormState }) => (
  <Field form={form} name="code" label={form.view.t.factors.recoveryLabel} autocomplete="off" isFirst />
)
