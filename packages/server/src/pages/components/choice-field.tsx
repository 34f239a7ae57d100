import { ACTION_FIELD } from '../../kernel/hosted-page.ts'
import type { FormState } from './form.tsx'

interface ChoiceFieldProps {
  readonly form: FormState
  readonly name: string
  readonly label: string
  /** Chosen unless something else was; the first one without it. */
  readonly value?: string | undefined
  readonly options: readonly { readonly value: string; readonly words: string; readonly language?: string }[]
}

/** One of several, in a list that opens. */
export function ChoiceField({ form: { visit, action }, name, label, value, options }: ChoiceFieldProps) {
  const id = `${action}-${name}`
  const chosen = (visit.typed[ACTION_FIELD] === action ? visit.typed[name] : undefined) ?? value
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select id={id} name={name}>
        {options.map((one) => (
          <option key={one.value} value={one.value} lang={one.language} selected={one.value === chosen}>
            {one.words}
          </option>
        ))}
      </select>
    </div>
  )
}
