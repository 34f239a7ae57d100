import { ACTION_FIELD } from '../../kernel/hosted-page.ts'
import { Field, type FormState } from './form.tsx'
import { wrongField } from './form-failure.tsx'
import { Icon } from './icon.tsx'

interface CodeFieldProps {
  readonly form: FormState
  readonly label: string
  readonly hint?: string | undefined
  readonly isFirst?: boolean
  /** A script sends the form once so many digits are typed. */
  readonly digits?: number
}

/** A code that is known already is hidden, and can be typed anew. */
export function CodeField({ form, digits, ...props }: CodeFieldProps) {
  const { view, visit, action } = form
  const { codeKept, typeInstead } = view.t.forms
  const isKept = visit.typed[ACTION_FIELD] === action && Boolean(visit.typed['code']) && wrongField(form) !== 'code'
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
