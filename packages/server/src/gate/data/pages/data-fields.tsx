import { ChoiceField } from '../../../platform/pages/components/choice-field.tsx'
import { type FormState, Field as TextField } from '../../../platform/pages/components/form.tsx'
import { typedIn } from '../../../platform/pages/components/form-failure.tsx'
import { LinesField } from '../../../platform/pages/components/lines-field.tsx'
import type { View } from '../../pages/view.ts'
import type { Field, Fields, Value } from '../field.ts'
import { textsOf } from '../value.ts'
import { inWords } from './data-facts.tsx'
import { inputOf, isSameText, isTouched, shownOf } from './typed-data.ts'
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
        hint={hintOf(
          isSignUp && field.atSignUp !== 'required' && form.view.t.data.optional,
          inLanguage(field.hint, form.view.language),
          note?.(field),
        )}
        isOptional={!(isSignUp && field.atSignUp === 'required')}
        isKept={!isSignUp}
      />
    ))}
  </>
)

const hintOf = (...parts: readonly (string | false | undefined)[]): string | undefined =>
  parts.filter(Boolean).join(' ') || undefined

interface DataFieldProps extends Pick<DataFieldsProps, 'form'> {
  readonly field: Field
  readonly value: Value | null
  readonly hint: string | undefined
  readonly isOptional: boolean
  /** Whether there are values already, of which only those that are changed are to be written. */
  readonly isKept: boolean
}

const textOf = (value: Value | null): string | undefined => (value === null ? undefined : textsOf(value).join('\n'))

/** A refused form keeps the inputs that its writer has changed, and tells beside them of values that are newer. All others are shown as they are now. */
function DataField(props: DataFieldProps) {
  const { form, field, value, hint, isKept } = props
  if (!isKept) return <DataInput {...props} />
  const [typed, shown, now] = [typedIn(form), shownOf(field), textOf(value) ?? '']
  const wasShown = isTouched(field, typed) ? typed[shown] : undefined
  const isBehind = wasShown !== undefined && !isSameText(now, wasShown)
  return (
    <>
      <input type="hidden" name={shown} value={wasShown ?? now} />
      <DataInput
        {...props}
        form={wasShown === undefined ? withoutTyped(form, field) : form}
        hint={hintOf(isBehind && form.view.t.data.meanwhile(inWords(form.view, value)), hint)}
      />
    </>
  )
}

function withoutTyped(form: DataFieldsProps['form'], field: Field): DataFieldsProps['form'] {
  const { [inputOf(field)]: _, ...typed } = form.visit.typed
  return { ...form, visit: { ...form.visit, typed } }
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
