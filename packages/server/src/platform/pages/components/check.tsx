import { ACTION_FIELD } from '../../kernel/hosted-page.ts'
import type { FormState } from './form.tsx'

interface CheckProps {
  readonly form: FormState
  readonly name: string
  readonly label: string
  readonly hint?: string
}

/** Something to agree to or not. It is sent as text, and only when it is on. */
export function Check({ form: { action, visit }, name, label, hint }: CheckProps) {
  const id = `${action}-${name}`
  const isOn = visit.typed[ACTION_FIELD] === action && visit.typed[name] !== undefined
  return (
    <div class="field">
      <label class="check" for={id}>
        <input
          id={id}
          name={name}
          type="checkbox"
          checked={isOn}
          {...(hint !== undefined && { 'aria-describedby': `${id}-hint` })}
        />
        {label}
      </label>
      {hint !== undefined && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}
