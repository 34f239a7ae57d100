import type { Texts as Typed } from '../../../platform/kernel/hosted-page.ts'
import { type Check, checkFields } from '../../pages/check-fields.ts'
import { type Submission, viewOf } from '../../pages/view.ts'
import { type Field, type Fields, MOST_BYTES } from '../field.ts'
import { typedAs } from '../search.ts'
import { readValue } from '../value.ts'

export const DATA_INPUTS = 'data.'
export const inputOf = ({ name }: Pick<Field, 'name'>): string => `${DATA_INPUTS}${name}`

const read = (field: Field, text: string): unknown => {
  if (text.trim() === '') return null
  if (field.type !== 'list') return typedAs(field, field.type === 'text' ? text : text.trim())
  return text.split(/\r?\n/).filter((line) => line.trim() !== '')
}

/** A hidden input with the text that the form was shown with. */
export const shownOf = (field: Pick<Field, 'name'>): string => `${inputOf(field)}.shown`

/** Browsers send ends of lines as two characters. */
export const isSameText = (one: string, other: string | undefined): boolean =>
  one.replaceAll('\r\n', '\n') === other?.replaceAll('\r\n', '\n')

/** Whether a form has sent something else than it was shown with. */
export function isTouched(field: Field, typed: Typed): boolean {
  const text = typed[inputOf(field)]
  return text !== undefined && !isSameText(text, typed[shownOf(field)])
}

/**
 * The values that a form has sent for these fields; of others it says nothing, whatever came. A field that was not touched is not
 * written: another writer may have changed it meanwhile, and a default that is only shown stays a default.
 */
export const typedData = (fields: Fields, typed: Typed): Record<string, unknown> =>
  Object.fromEntries(
    fields.filter((field) => isTouched(field, typed)).map((field) => [field.name, read(field, typed[inputOf(field)] ?? '')]),
  )

/** Tells of each wrong field beside it, where the route would tell of the first alone. */
export const dataChecks = (fields: Fields, isSignUp = false): Readonly<Record<string, Check>> =>
  Object.fromEntries(fields.map((field) => [inputOf(field), checkOf(field, fields, isSignUp && field.atSignUp === 'required')]))

/** What cannot fit together is refused by the route, before patterns are tried on it: each may take milliseconds. */
const isTooMuch = (fields: Fields, typed: Typed): boolean =>
  fields.reduce((sum, field) => sum + (typed[inputOf(field)] ?? '').trim().length, 0) > MOST_BYTES

const checkOf =
  (field: Field, fields: Fields, isRequired: boolean): Check =>
  (typed, call) => {
    const words = viewOf(call).t.data
    const value = read(field, typed)
    if (value === null) return isRequired ? { code: 'empty', words: words.missing } : undefined
    const pattern = isTooMuch(fields, call.fields) ? undefined : field.pattern
    return 'problem' in readValue({ ...field, pattern }, value)
      ? { code: 'invalid_data', words: words.wrong[field.type](String(field.maxLength)) }
      : undefined
  }

/** The values of a form of which each is one of its field. */
export function checkedData(call: Submission, fields: Fields): Record<string, unknown> {
  checkFields(call, dataChecks(fields))
  return typedData(fields, call.fields)
}
