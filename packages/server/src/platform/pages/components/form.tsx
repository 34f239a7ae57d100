import type { ComponentChildren } from 'preact'
import { ACTION_FIELD, CSRF_FIELD, SHOWN_TO_FIELD } from '../../kernel/hosted-page.ts'
import { Alert } from './alert.tsx'
import { ButtonLink } from './button-link.tsx'
import { Cancel } from './cancel.tsx'
import { FieldError, type FormState, failureAbove, failureOn, isBack, prefixOf, typedIn, wrongField } from './form-failure.tsx'

/** A value that a mailed link carries beside its code. */
export function LinkedValue({ name, value = '' }: { readonly name: string; readonly value?: string | undefined }) {
  return <input type="hidden" name={name} value={value} data-from-link={name} />
}

export type { FormState } from './form-failure.tsx'

interface FormProps {
  readonly form: FormState
  readonly submit: string
  readonly tone?: 'plain' | 'quiet' | 'danger'
  readonly hidden?: Hidden
  readonly hasCancel?: boolean
  /** Where cancelling leads, on a page that is nothing but the question. */
  readonly cancelTo?: string
  /** A script presses the button for a visitor who comes back from a step-up. */
  readonly isSentWhenBack?: boolean
  /** A script sends the form at once to this action when the link brings the value along. */
  readonly sentFromLink?: string
  readonly children?: ComponentChildren
}

/** Works without any script. */
export function Form({
  form,
  submit,
  tone = 'plain',
  hidden,
  hasCancel = false,
  cancelTo,
  isSentWhenBack,
  sentFromLink,
  children,
}: FormProps) {
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
      data-sent-from-link={sentFromLink}
      {...(isSentWhenBack && isBack(form) && { 'data-back': '' })}
    >
      <HiddenFields form={form} hidden={hidden} />
      <Refusal form={form} />
      {children}
      {hasCancel || cancelTo !== undefined ? (
        <div class="row">
          {button} {cancelTo === undefined ? <Cancel view={form.view} visit={form.visit} /> : <Leave form={form} to={cancelTo} />}
        </div>
      ) : (
        button
      )}
    </form>
  )
}

const Leave = ({ form, to }: { readonly form: FormState; readonly to: string }) => (
  <ButtonLink href={to} words={form.view.t.common.cancel} isQuiet />
)

type Hidden = Readonly<Record<string, string | undefined>>

type HiddenFieldsProps = { readonly form: FormState; readonly hidden?: Hidden | undefined }

export function HiddenFields({ form: { visit, action }, hidden = {} }: HiddenFieldsProps) {
  return (
    <>
      <input type="hidden" name={ACTION_FIELD} value={action} />
      {visit.shownTo !== undefined && <input type="hidden" name={SHOWN_TO_FIELD} value={visit.shownTo} />}
      {visit.csrfToken !== undefined && <input type="hidden" name={CSRF_FIELD} value={visit.csrfToken} />}
      {Object.entries(hidden).map(([name, value]) => value !== undefined && <input type="hidden" name={name} value={value} />)}
    </>
  )
}

export function Refusal({ form }: { readonly form: FormState }) {
  const failure = failureAbove(form)
  return failure === undefined ? null : <Alert>{failure}</Alert>
}

interface FieldProps {
  readonly form: FormState
  readonly name: string
  readonly label: string
  readonly type?: 'text' | 'email' | 'password' | 'date'
  readonly autocomplete: string
  readonly hint?: string | undefined
  readonly value?: string | undefined
  readonly isOptional?: boolean
  readonly isFirst?: boolean
  /** The heading above says the same as the label, which then is only heard. */
  readonly isTitled?: boolean
  readonly inputMode?: 'numeric' | 'decimal' | 'email'
  /** The name under which a link may carry the value in its fragment. */
  readonly fromLink?: string
  /** A script sends the form once so many digits are typed. */
  readonly sentAt?: number
  readonly rules?: (id: string) => ComponentChildren
}

export function Field({ form, name, label, type = 'text', autocomplete, hint, value, isOptional, isFirst, ...more }: FieldProps) {
  const { inputMode, fromLink, sentAt, rules, isTitled } = more
  const { view, visit } = form
  const failure = failureOn(form, name, autocomplete)
  const isWrong = failure !== undefined
  const hasCursor = wrongField(form) === name || (isFirst && visit.failure === undefined)
  const id = `${prefixOf(form)}-${name}`
  const describedBy = [isWrong && `${id}-error`, hint !== undefined && `${id}-hint`, rules && `${id}-rules`].filter(Boolean)
  return (
    <div class="field">
      <label for={id} {...(isTitled && { class: 'visually-hidden' })}>
        {label}
      </label>
      <span class="control">
        <input
          id={id}
          name={name}
          type={type as 'text'}
          autocomplete={autocomplete}
          value={type === 'password' ? undefined : (typedIn(form)[name] ?? value)}
          required={!isOptional}
          {...(inputMode && { inputMode })}
          {...(describedBy.length > 0 && { 'aria-describedby': describedBy.join(' ') })}
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
      <FieldError id={`${id}-error`} failure={failure} />
      {hint !== undefined && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {rules?.(`${id}-rules`)}
    </div>
  )
}
