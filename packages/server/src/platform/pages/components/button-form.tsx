import { Cancel } from './cancel.tsx'
import { type FormState, HiddenFields } from './form.tsx'

interface ButtonFormProps {
  readonly form: FormState
  readonly submit: string
  readonly hidden?: Readonly<Record<string, string>>
  /** The element that says what the button is about: in a list all of them look alike. */
  readonly describedBy?: string
  /** Red is for what is lost for good. */
  readonly tone?: 'plain' | 'quiet' | 'danger'
  /** Inside of an `Ask`: the way out of it. */
  readonly hasCancel?: boolean
}

/** One button in a list. What went wrong with it is told above the list, by `Refusal`: the row may be gone by then. */
export function ButtonForm({ form, submit, hidden, describedBy, tone = 'quiet', hasCancel = false }: ButtonFormProps) {
  return (
    <form method="post" action={form.visit.address} class="row">
      <HiddenFields form={form} hidden={hidden} />
      <button
        type="submit"
        class={tone === 'plain' ? 'small' : `${tone} small`}
        {...(describedBy !== undefined && { 'aria-describedby': describedBy })}
      >
        {submit}
      </button>
      {hasCancel && <Cancel view={form.view} visit={form.visit} isSmall />}
    </form>
  )
}
