import { Field, type FormState } from './form.tsx'

interface CodeFieldProps {
  readonly form: FormState
  readonly label: string
  readonly hint?: string | undefined
  readonly isFirst?: boolean
  readonly inputMode?: 'numeric'
}

/** For a code that was mailed: the link brings it along, or it is pasted, or the keyboard offers it. */
export function CodeField(props: CodeFieldProps) {
  return <Field {...props} name="code" autocomplete="one-time-code" fromLink="code" />
}
