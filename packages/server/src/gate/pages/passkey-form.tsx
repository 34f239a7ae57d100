import type { ComponentChildren } from 'preact'
import { Cancel } from '../../platform/pages/components/cancel.tsx'
import { type FormState, HiddenFields, Refusal } from '../../platform/pages/components/form.tsx'
import { Icon } from '../../platform/pages/components/icon.tsx'
import type { Submission } from './view.ts'

interface PasskeyFormProps {
  readonly form: FormState
  /** What the browser does: makes one, or shows one. */
  readonly does: 'create' | 'get'
  /** The route that says what to ask of it. */
  readonly options: `/auth/${string}`
  readonly submit: string
  readonly tone?: 'plain' | 'quiet'
  readonly hidden?: Readonly<Record<string, string | undefined>>
  /** The browser also offers passkeys where an address is typed. */
  readonly isOffered?: boolean
  /** Inside of an `Ask`: the way out of it. */
  readonly hasCancel?: boolean
  readonly children?: ComponentChildren
}

/**
 * A form that a script fills in with what a passkey answers, before it is sent like any other. What the browser says no to is told
 * here; what we say no to, where every form tells it.
 */
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

/** What only a browser can do that knows passkeys, once a script has found out. */
export const WithPasskeys = ({ children }: { readonly children: ComponentChildren }) => (
  <div class="stack" data-with-passkeys hidden>
    {children}
  </div>
)

/** Why it is not there, for all others. */
export const WithoutPasskeys = ({ view }: Pick<FormState, 'view'>) => (
  <p class="hint" data-without-passkeys>
    {view.t.factors.passkey.needsScript}
  </p>
)

/** What a script has put into a form: an answer that we cannot read is none, and its route says so. */
export function readPasskey({ fields: { state = '', passkey = '' } }: Submission): { state: string; passkey: unknown } {
  try {
    return { state, passkey: JSON.parse(passkey) }
  } catch {
    return { state, passkey: null }
  }
}
