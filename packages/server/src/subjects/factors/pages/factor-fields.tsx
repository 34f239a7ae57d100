import { Field, type FormState } from '../../../platform/pages/components/form.tsx'
import { wrongField } from '../../../platform/pages/components/form-failure.tsx'

export function TotpField({ form, label = form.view.t.common.code }: { readonly form: FormState; readonly label?: string }) {
  const hint = wrongField(form) === 'code' ? form.view.t.factors.totpHint : undefined
  const digits = { autocomplete: 'one-time-code', inputMode: 'numeric', sentAt: 6 } as const
  return <Field form={form} name="code" label={label} hint={hint} {...digits} isFirst />
}

export const RecoveryField = ({ form }: { readonly form: FormState }) => (
  <Field form={form} name="code" label={form.view.t.factors.recoveryLabel} autocomplete="off" isFirst />
)
