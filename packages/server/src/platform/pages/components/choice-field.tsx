import { FieldError, type FormState, failureOn, prefixOf, typedIn } from './form-failure.tsx'

interface ChoiceFieldProps {
  readonly form: FormState
  readonly name: string
  readonly label: string
  /** The first option unless named. */
  readonly value?: string | undefined
  readonly options: readonly { readonly value: string; readonly words: string; readonly language?: string }[]
}

export function ChoiceField({ form, name, label, value, options }: ChoiceFieldProps) {
  const id = `${prefixOf(form)}-${name}`
  const failure = failureOn(form, name, 'off')
  const chosen = typedIn(form)[name] ?? value
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select
        id={id}
        name={name}
        {...(failure !== undefined && { 'aria-describedby': `${id}-error`, 'aria-invalid': 'true', autoFocus: true })}
      >
        {options.map((one) => (
          <option key={one.value} value={one.value} lang={one.language} selected={one.value === chosen}>
            {one.words}
          </option>
        ))}
      </select>
      <FieldError id={`${id}-error`} failure={failure} />
    </div>
  )
}
