import { Cancel } from './cancel.tsx'
import { type FormState, HiddenFields } from './form.tsx'

interface ButtonFormProps {
  readonly form: FormState
  readonly submit: string
  readonly hidden?: Readonly<Record<string, string>>
  /** The id of the element that tells this button from the others of a list. */
  readonly describedBy?: string
  /** Red is for what is lost for good. */
  readonly tone?: 'plain' | 'quiet' | 'danger'
  readonly hasCancel?: boolean
}

/** A failure is shown above the list, by `Refusal`, because the row may be gone by then. */
export function ButtonForm({ form, submit, hidden, describedBy, tone = 'quiet', hasCancel = false }: ButtonFormProps) {
  return (
    <form method="post" action={form.visit.address} class="row">
      <HiddenFields form={form} hidden={hidden} />
      <button type="submit" class={tone === 'plain' ? undefined : tone} aria-describedby={describedBy}>
        {submit}
      </button>
      {hasCancel && <Cancel view={form.view} visit={form.visit} />}
    </form>
  )
}
