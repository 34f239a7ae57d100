import { Field, type FormState } from './form.tsx'

interface NewPasswordFieldProps {
  readonly form: FormState
  readonly name: 'password' | 'newPassword'
  readonly label: string
  readonly isFirst?: boolean
}

/** A field for a password that does not exist yet. It says beforehand what one has to be like. */
export const NewPasswordField = (props: NewPasswordFieldProps) => (
  <Field {...props} type="password" autocomplete="new-password" hasRules />
)
