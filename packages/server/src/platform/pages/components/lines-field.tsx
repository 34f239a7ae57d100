import { FieldError, type FormState, failureOn, prefixOf, typedIn } from './form-failure.tsx'

interface LinesFieldProps {
  readonly form: FormState
  readonly name: string
  readonly label: string
  readonly hint: string
  readonly value?: string | undefined
}

/** Several texts, each on a line of its own. */
export function LinesField({ form, name, label, hint, value }: LinesFieldProps) {
  const id = `${prefixOf(form)}-${name}`
  const failure = failureOn(form, name, 'off')
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <textarea
        id={id}
        name={name}
        rows={3}
        aria-describedby={failure === undefined ? `${id}-hint` : `${id}-error ${id}-hint`}
        {...(failure !== undefined && { 'aria-invalid': 'true', autoFocus: true })}
      >
        {typedIn(form)[name] ?? value ?? ''}
      </textarea>
      <FieldError id={`${id}-error`} failure={failure} />
      <p class="hint" id={`${id}-hint`}>
        {hint}
      </p>
    </div>
  )
}
