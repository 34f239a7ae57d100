import type { ComponentChildren } from 'preact'
import { Cancel } from '../../platform/pages/components/cancel.tsx'
import { type FormState, HiddenFields, Refusal } from '../../platform/pages/components/form.tsx'
import { isBack } from '../../platform/pages/components/form-failure.tsx'
import { Icon } from '../../platform/pages/components/icon.tsx'
import type { Submission } from './view.ts'

interface PasskeyFormProps {
  readonly form: FormState
  readonly does: 'create' | 'get'
  /** The route that returns the options for `navigator.credentials`. */
  readonly options: `~/auth/${string}`
  readonly submit: string
  readonly tone?: 'plain' | 'quiet'
  readonly hidden?: Readonly<Record<string, string | undefined>>
  /** The browser also offers passkeys in the field for the address. */
  readonly isOffered?: boolean
  readonly hasCancel?: boolean
  readonly children?: ComponentChildren
}

/** A script fills the form in with the answer of a passkey and then sends it like any other form. */
export function PasskeyForm(props: PasskeyFormProps) {
  const { form, does, options, submit, tone = 'plain', hidden, isOffered = false, hasCancel = false, children } = props
  const words = form.view.t.factors.passkey
  return (
    <form
      method="post"
      action={form.visit.address}
      class="form"
      noValidate
      data-passkey={does}
      data-options={options}
      data-cancelled={words.cancelled}
      data-failed={words.failed}
      data-exists={words.exists}
      {...(isOffered && { 'data-offered': '' })}
      {...(isBack(form) && { 'data-back': '' })}
    >
      <HiddenFields form={form} hidden={{ ...hidden, state: '', passkey: '' }} />
      <Refusal form={form} />
      {children}
      <p class="error" role="alert" data-says hidden>
        <Icon name="alert" />
        <span />
      </p>
      <div class={hasCancel ? 'row' : 'form'}>
        <button type="submit" class={tone === 'plain' ? undefined : tone}>
          <Icon name="key" />
          {submit}
        </button>
        {hasCancel && <Cancel view={form.view} visit={form.visit} />}
      </div>
    </form>
  )
}

/** Hidden until a script has found out that the browser knows passkeys. */
export const WithPasskeys = ({ children }: { readonly children: ComponentChildren }) => (
  <div class="stack" data-with-passkeys hidden>
    {children}
  </div>
)

export const WithoutPasskeys = ({ view }: Pick<FormState, 'view'>) => (
  <p class="hint" data-without-passkeys>
    {view.t.factors.passkey.needsScript}
  </p>
)

/** An unreadable answer becomes null, which the route refuses. */
export function readPasskey({ fields: { state = '', passkey = '' } }: Submission): { state: string; passkey: unknown } {
  try {
    return { state, passkey: JSON.parse(passkey) }
  } catch {
    return { state, passkey: null }
  }
}
