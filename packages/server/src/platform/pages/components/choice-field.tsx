import { FieldError, type FormState, failureOn, prefixOf, typedIn } from './form-failure.tsx'

interface ChoiceFieldProps {
  readonly form: FormState
  readonly name: string
  readonly label: string
  readonly hint?: string | undefined
  /** The first option unless named. */
  readonly value?: string | undefined
  readonly options: readonly { readonly value: string; readonly words: string; readonly language?: string }[]
}

export function ChoiceField({ form, name, label, hint, value, options }: ChoiceFieldProps) {
  const id = `${prefixOf(form)}-${name}`
  const failure = failureOn(form, name, 'off')
  const describedBy = [failure !== undefined && `${id}-error`, hint !== undefined && `${id}-hint`].filter(Boolean)
  const chosen = typedIn(form)[name] ?? value
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select
        id={id}
        name={name}
        {...(describedBy.length > 0 && { 'aria-describedby': describedBy.join(' ') })}
        {...(failure !== undefined && { 'aria-invalid': 'true', autoFocus: true })}
      >
        {options.map((one) => (
          <option key={one.value} value={one.value} lang={one.language} selected={one.value === chosen}>
            {one.words}
          </option>
        ))}
      </select>
      <FieldError id={`${id}-error`} failure={failure} />
      {hint !== undefined && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}
