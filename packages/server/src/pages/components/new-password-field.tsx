import { Field, type FormState } from './form.tsx'

interface NewPasswordFieldProps {
  readonly form: FormState
  readonly name: 'password' | 'newPassword'
  readonly label: string
}

/** A field for a password that does not exist yet. It says beforehand what one has to be like. */
export function NewPasswordField({ form, name, label }: NewPasswordFieldProps) {
  const { common } = form.view.t
  const { minLength, requireDigit } = form.visit.deps.config.passwords
  const hint = requireDigit ? common.passwordHintWithDigit(minLength) : common.passwordHint(minLength)
  return <Field form={form} name={name} label={label} type="password" autocomplete="new-password" hint={hint} />
}
