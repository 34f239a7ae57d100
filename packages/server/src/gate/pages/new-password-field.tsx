import { Field, type FormState } from '../../platform/pages/components/form.tsx'
import { PasswordRules } from './password-rules.tsx'

interface NewPasswordFieldProps {
  readonly form: FormState
  readonly name: 'password' | 'newPassword'
  readonly label: string
  readonly isFirst?: boolean
}

export const NewPasswordField = (props: NewPasswordFieldProps) => (
  <Field
    {...props}
    type="password"
    autocomplete="new-password"
    rules={(id) => <PasswordRules id={id} view={props.form.view} />}
  />
)
