import { ACTION_FIELD } from '../../../platform/kernel/hosted-page.ts'
import type { FormState } from '../../../platform/pages/components/form.tsx'
import { Icon } from '../../../platform/pages/components/icon.tsx'

type AddressesFieldProps = { readonly form: FormState; readonly name: string; readonly label: string; readonly hint: string }

export function AddressesField({ form, name, label, hint }: AddressesFieldProps) {
  const { view, visit, action, fields, words } = form
  const id = `${action}-${name}`
  const code = visit.failure?.action === action ? visit.failure.code : undefined
  const isEmpty = code !== undefined && visit.failure?.wrong !== undefined
  const isWrong = isEmpty || (code !== undefined && fields?.[code] === name)
  const typed = visit.typed[ACTION_FIELD] === action ? visit.typed[name] : undefined
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <textarea
        id={id}
        name={name}
        rows={3}
        autocomplete="off"
        autocapitalize="none"
        spellcheck={false}
        required
        aria-describedby={isWrong ? `${id}-error ${id}-hint` : `${id}-hint`}
        {...(isWrong && { 'aria-invalid': 'true', autoFocus: true })}
      >
        {typed}
      </textarea>
      {isWrong && (
        <p class="error" id={`${id}-error`}>
          <Icon name="alert" />
          <span>{isEmpty ? view.t.forms.missing.email : (words?.[code] ?? view.t.errors[code])}</span>
        </p>
      )}
      <p class="hint" id={`${id}-hint`}>
        {hint}
      </p>
    </div>
  )
}
