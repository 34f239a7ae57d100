import { ChoiceField } from '../../../platform/pages/components/choice-field.tsx'
import { type FormState, Field as TextField } from '../../../platform/pages/components/form.tsx'
import { typedIn } from '../../../platform/pages/components/form-failure.tsx'
import { LinesField } from '../../../platform/pages/components/lines-field.tsx'
import type { View } from '../../pages/view.ts'
import type { Field, Fields, Value } from '../field.ts'
import { textsOf } from '../value.ts'
import { inputOf, shownOf } from './typed-data.ts'
import { inLanguage } from './words-of-field.ts'

interface DataFieldsProps {
  readonly form: FormState & { readonly view: View }
  readonly fields: Fields
  /** What is there; defaults filled in. */
  readonly values?: Readonly<Record<string, Value | null>>
  /** What is said of each, beside its own hint. */
  readonly note?: (field: Field) => string
  /** Whether what is required at sign-up has to be filled in. */
  readonly isSignUp?: boolean
}

/** Works without a script: every value is text, and read again by the route. */
export const DataFields = ({ form, fields, values = {}, note, isSignUp = false }: DataFieldsProps) => (
  <>
    {fields.map((field) => (
      <DataField
        key={field.name}
        form={form}
        field={field}
        value={values[field.name] ?? field.default ?? null}
        hint={[inLanguage(field.hint, form.view.language), note?.(field)].filter(Boolean).join(' ') || undefined}
        isOptional={!(isSignUp && field.atSignUp === 'required')}
        isKept={!isSignUp}
      />
    ))}
  </>
)

interface DataFieldProps extends Pick<DataFieldsProps, 'form'> {
  readonly field: Field
  readonly value: Value | null
  readonly hint: string | undefined
  readonly isOptional: boolean
  /** Whether there are values already, of which only those that are changed are to be written. */
  readonly isKept: boolean
}

const textOf = (value: Value | null): string | undefined => (value === null ? undefined : textsOf(value).join('\n'))

/** In a form that is shown again stays what it was first shown with. */
function DataField(props: DataFieldProps) {
  const { form, field, value, isKept } = props
  if (!isKept) return <DataInput {...props} />
  const shown = shownOf(field)
  return (
    <>
      <input type="hidden" name={shown} value={typedIn(form)[shown] ?? textOf(value) ?? ''} />
      <DataInput {...props} />
    </>
  )
}

function DataInput({ form, field, value, hint, isOptional }: DataFieldProps) {
  const words = form.view.t.data
  const label = inLanguage(field.label, form.view.language) ?? field.name
  const common = { form, name: inputOf(field), label, hint }
  const text = textOf(value)
  if (field.type === 'list') return <LinesField {...common} value={text} hint={[hint, words.lines].filter(Boolean).join(' ')} />
  if (field.type === 'choice' || field.type === 'boolean') {
    const options =
      field.type === 'choice'
        ? field.choices.map((one) => ({ value: one, words: one }))
        : [
            { value: 'true', words: words.yes },
            { value: 'false', words: words.no },
          ]
    return <ChoiceField {...common} value={text ?? ''} options={[{ value: '', words: words.none }, ...options]} />
  }
  const more =
    field.type === 'number' ? ({ inputMode: 'decimal' } as const) : field.type === 'date' ? ({ type: 'date' } as const) : {}
  return <TextField {...common} {...more} autocomplete="off" value={text} isOptional={isOptional} />
}
