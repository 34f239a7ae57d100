import { ACTION_FIELD } from '../../kernel/hosted-page.ts'
import { Field, type FormState } from './form.tsx'
import { wrongField } from './form-failure.tsx'
import { Icon } from './icon.tsx'

interface CodeFieldProps {
  readonly form: FormState
  readonly label: string
  readonly hint?: string | undefined
  readonly isFirst?: boolean
  /** Of digits: it is sent as soon as there are so many. */
  readonly digits?: number
}

/**
 * For a code that was mailed: the link brings it along, or it is pasted, or the keyboard offers it. One that is known already is
 * not shown; it can be typed anew.
 */
export function CodeField({ form, digits, ...props }: CodeFieldProps) {
  const { view, visit, action } = form
  const { codeKept, typeInstead } = view.t.forms
  const wrong = wrongField(form)
  const isKept = visit.typed[ACTION_FIELD] === action && Boolean(visit.typed['code']) && wrong !== 'code'
  return (
    <div class="mailed" data-mailed>
      <p class="kept" hidden={!isKept}>
        <Icon name="check" />
        <span>{codeKept}</span>
      </p>
      <details open={!isKept}>
        <summary hidden={!isKept}>{typeInstead}</summary>
        <Field
          form={form}
          {...props}
          name="code"
          autocomplete="one-time-code"
          fromLink="code"
          {...(digits !== undefined && { inputMode: 'numeric', sentAt: digits })}
        />
      </details>
    </div>
  )
}
