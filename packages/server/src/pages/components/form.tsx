import type { ComponentChildren } from 'preact'
import type { ErrorCode } from '../../kernel/errors.ts'
import { ACTION_FIELD, CSRF_FIELD, SHOWN_TO_FIELD } from '../../kernel/hosted-page.ts'
import type { View, Visit } from '../view.ts'
import { Alert } from './alert.tsx'
import { Cancel } from './cancel.tsx'
import { Icon } from './icon.tsx'

/** One form of a page: which action it is, and beside which field each failure belongs. */
export interface FormState {
  readonly view: View
  readonly visit: Visit
  readonly action: string
  /** The field that a code speaks of; what is not named here is told above the form. */
  readonly fields: Partial<Record<ErrorCode, string>>
  /** What this form can say more exactly than the table, which has to fit everywhere. */
  readonly words?: Partial<Record<ErrorCode, string>>
}

function failureOf({ view: { t }, visit: { failure }, action, fields, words }: FormState) {
  if (!failure || failure.action !== action) return undefined
  const text = failure.weakness ? t.weakness(failure.weakness) : (words?.[failure.code] ?? t.errors[failure.code])
  return { text, field: fields[failure.code] }
}

interface FormProps {
  readonly form: FormState
  readonly submit: string
  readonly tone?: 'plain' | 'quiet' | 'danger'
  /** Values that the visitor need not see. */
  readonly hidden?: Hidden
  /** Inside of an `Ask`: the way out of it. */
  readonly hasCancel?: boolean
  readonly children?: ComponentChildren
}

/** A form that posts to its own page. It works without any script. */
export function Form({ form, submit, tone = 'plain', hidden, hasCancel = false, children }: FormProps) {
  const button = (
    <button type="submit" class={tone === 'plain' ? undefined : tone}>
      {submit}
    </button>
  )
  return (
    <form method="post" action={form.visit.address} class="form" noValidate>
      <HiddenFields form={form} hidden={hidden} />
      <Refusal form={form} />
      {children}
      {hasCancel ? (
        <div class="row">
          {button} <Cancel view={form.view} visit={form.visit} />
        </div>
      ) : (
        button
      )}
    </form>
  )
}

type Hidden = Readonly<Record<string, string | undefined>>

/** Which form it is, and what else is sent along unseen. */
export function HiddenFields({
  form: { visit, action },
  hidden = {},
}: {
  readonly form: FormState
  readonly hidden?: Hidden | undefined
}) {
  return (
    <>
      <input type="hidden" name={ACTION_FIELD} value={action} />
      {visit.shownTo !== undefined && <input type="hidden" name={SHOWN_TO_FIELD} value={visit.shownTo} />}
      {visit.csrfToken !== undefined && <input type="hidden" name={CSRF_FIELD} value={visit.csrfToken} />}
      {Object.entries(hidden).map(([name, value]) => value !== undefined && <input type="hidden" name={name} value={value} />)}
    </>
  )
}

/** What went wrong, where it belongs to no field. */
export function Refusal({ form }: { readonly form: FormState }) {
  const failure = failureOf(form)
  if (failure === undefined || failure.field !== undefined) return null
  return <Alert>{failure.text}</Alert>
}

interface FieldProps {
  readonly form: FormState
  readonly name: string
  readonly label: string
  readonly type?: 'text' | 'email' | 'password'
  readonly autocomplete: string
  readonly hint?: string | undefined
  /** Shown unless something else was typed. */
  readonly value?: string | undefined
  readonly isOptional?: boolean
  readonly isFirst?: boolean
  readonly inputMode?: 'numeric' | 'email'
  /** A name under which a link may carry the value in its fragment. */
  readonly fromLink?: string
}

/** A labelled field with its hint and, when the form comes back, with what was wrong, and the cursor in it. */
export function Field({
  form,
  name,
  label,
  type = 'text',
  autocomplete,
  hint,
  value,
  isOptional,
  isFirst,
  inputMode,
  fromLink,
}: FieldProps) {
  const { view, visit, action } = form
  const failure = failureOf(form)
  const isWrong = failure?.field === name
  const id = `${action}-${name}`
  const described = [isWrong && `${id}-error`, hint !== undefined && `${id}-hint`].filter(Boolean).join(' ')
  const typed = visit.typed[ACTION_FIELD] === action ? visit.typed[name] : undefined
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <span class="control">
        <input
          id={id}
          name={name}
          type={type as 'text'}
          autocomplete={autocomplete}
          value={type === 'password' ? undefined : (typed ?? value)}
          required={!isOptional}
          {...(inputMode && { inputMode })}
          {...(described !== '' && { 'aria-describedby': described })}
          {...(isWrong && { 'aria-invalid': 'true' })}
          {...(fromLink !== undefined && { 'data-from-link': fromLink })}
          {...((isWrong || (isFirst && !failure)) && { autoFocus: true })}
          {...(type !== 'text' && { autocapitalize: 'none', spellcheck: false })}
        />
        {type === 'password' && (
          <button type="button" class="reveal" data-reveal={id} data-hide={view.t.common.hidePassword} hidden>
            {view.t.common.showPassword}
          </button>
        )}
      </span>
      {isWrong && (
        <p class="error" id={`${id}-error`}>
          <Icon name="alert" />
          <span>{failure.text}</span>
        </p>
      )}
      {hint !== undefined && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}
