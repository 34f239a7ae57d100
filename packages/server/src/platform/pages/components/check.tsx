import { ACTION_FIELD } from '../../kernel/hosted-page.ts'
import { FieldError, type FormState, failureOn } from './form-failure.tsx'

interface CheckProps {
  readonly form: FormState
  readonly name: string
  readonly label: string
  /** The name under which programs know it. */
  readonly code?: string
  readonly hint?: string
  /** At first, before anything was typed into the form. */
  readonly isTicked?: boolean
}

/** Sent as text, and only when it is on. */
export function Check({ form, name, label, code, hint, isTicked = false }: CheckProps) {
  const { action, visit } = form
  const id = `${action}-${name}`
  const failure = failureOn(form, name, 'off')
  const describedBy = [failure !== undefined && `${id}-error`, hint !== undefined && `${id}-hint`].filter(Boolean)
  const isOn = visit.typed[ACTION_FIELD] === action ? visit.typed[name] !== undefined : isTicked
  return (
    <div class="field">
      <label class="check" for={id}>
        <input
          id={id}
          name={name}
          type="checkbox"
          checked={isOn}
          {...(describedBy.length > 0 && { 'aria-describedby': describedBy.join(' ') })}
          {...(failure !== undefined && { 'aria-invalid': 'true' })}
        />
        {code === undefined ? (
          label
        ) : (
          <span>
            {label} <code>{code}</code>
          </span>
        )}
      </label>
      <FieldError id={`${id}-error`} failure={failure} />
      {hint !== undefined && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}
