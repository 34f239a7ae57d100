import { ACTION_FIELD } from '../../kernel/hosted-page.ts'
import type { FormState } from './form.tsx'

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
export function Check({ form: { action, visit }, name, label, code, hint, isTicked = false }: CheckProps) {
  const id = `${action}-${name}`
  const hintId = hint === undefined ? undefined : `${id}-hint`
  const isOn = visit.typed[ACTION_FIELD] === action ? visit.typed[name] !== undefined : isTicked
  return (
    <div class="field">
      <label class="check" for={id}>
        <input id={id} name={name} type="checkbox" checked={isOn} aria-describedby={hintId} />
        {code === undefined ? (
          label
        ) : (
          <span>
            {label} <code>{code}</code>
          </span>
        )}
      </label>
      {hint !== undefined && (
        <p class="hint" id={hintId}>
          {hint}
        </p>
      )}
    </div>
  )
}
