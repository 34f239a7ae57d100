import type { ComponentChildren } from 'preact'
import { ACTION_FIELD, CSRF_FIELD, SHOWN_TO_FIELD } from '../../kernel/hosted-page.ts'
import { Alert } from './alert.tsx'
import { Cancel } from './cancel.tsx'
import { type FormState, failureAbove, failureOn, prefixOf, typedIn, wrongField } from './form-failure.tsx'
import { Icon } from './icon.tsx'

export type { FormState } from './form-failure.tsx'

interface FormProps {
  readonly form: FormState
  readonly submit: string
  readonly tone?: 'plain' | 'quiet' | 'danger'
  /** Values that the visitor need not see. */
  readonly hidden?: Hidden
  /** Inside of an `Ask`: the way out of it. */
  readonly hasCancel?: boolean
  /** A script that finds its value in the link sends it at once, to this action. */
  readonly sentFromLink?: string
  readonly children?: ComponentChildren
}

/** A form that posts to its own page. It works without any script. */
export function Form({ form, submit, tone = 'plain', hidden, hasCancel = false, sentFromLink, children }: FormProps) {
  const button = (
    <button type="submit" class={tone === 'plain' ? undefined : tone}>
      {submit}
    </button>
  )
  return (
    <form
      method="post"
      action={form.visit.address}
      class="form"
      noValidate
      {...(sentFromLink !== undefined && { 'data-sent-from-link': sentFromLink })}
    >
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
  const failure = failureAbove(form)
  return failure === undefined ? null : <Alert>{failure}</Alert>
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
  /** A script sends the form once so many digits were typed. */
  readonly sentAt?: number
  /** What the value has to be like, to be said below it under this id. */
  readonly rules?: (id: string) => ComponentChildren
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
  sentAt,
  rules,
}: FieldProps) {
  const { view, visit } = form
  const failure = failureOn(form, name, autocomplete)
  const isWrong = failure !== undefined
  const hasCursor = wrongField(form) === name || (isFirst && visit.failure === undefined)
  const id = `${prefixOf(form)}-${name}`
  const described = [isWrong && `${id}-error`, hint !== undefined && `${id}-hint`, rules && `${id}-rules`]
    .filter(Boolean)
    .join(' ')
  const { [name]: typed } = typedIn(form)
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
          {...(sentAt !== undefined && { 'data-sent-at': sentAt })}
          {...(hasCursor && { autoFocus: true })}
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
          <span>{failure}</span>
        </p>
      )}
      {hint !== undefined && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {rules?.(`${id}-rules`)}
    </div>
  )
}
