import { Failure } from '../../platform/kernel/errors.ts'
import { FIELD_NAME, type Field, type Fields, fieldNamed, MOST_BYTES, type Value, type Values } from './field.ts'
import { MOST_HEADER_BYTES, sizeInHeader } from './headers.ts'
import { type Reader, rightOn } from './rights.ts'
import { bytesOf, readValue } from './value.ts'
import { parsedData, type StoredData, storedValues } from './visible-values.ts'

declare const CHECKED: unique symbol
/** Values that their writer may write, each as its field wants it; undefined clears. Only `readChanges` makes any. */
export type Changes = ReadonlyMap<Field, Value | undefined> & { readonly [CHECKED]: true }

const invalidData = (name: string, problem: string): Failure => new Failure('invalid_data', { message: `${name} ${problem}.` })

/** Refuses everything where one field is refused. */
export function readChanges(fields: Fields, sent: Readonly<Record<string, unknown>>, writer: Reader): Changes {
  const wanted = Object.keys(sent).map((name) => {
    const field = fieldNamed(fields, name)
    if (!field)
      throw new Failure('unknown_field', { message: `There is no field ${FIELD_NAME.test(name) ? name : 'of this name'}.` })
    return field
  })
  for (const field of wanted)
    if (rightOn(field, writer) !== 'write')
      throw new Failure('field_not_writable', { message: `${field.name} is not yours to write.` })
  checkRoughly(wanted, sent)
  const changes = wanted.map((field) => {
    const read = readValue(field, sent[field.name])
    if ('problem' in read) throw invalidData(field.name, read.problem)
    return [field, read.value] as const
  })
  return checked(changes)
}

/** The mark is there for the compiler alone. */
const checked = (changes: Iterable<readonly [Field, Value | undefined]>): Changes => new Map(changes) as unknown as Changes

/** What cannot fit together is refused before patterns are tried on it. */
function checkRoughly(wanted: Fields, sent: Readonly<Record<string, unknown>>): void {
  let characters = 0
  for (const { name } of wanted) {
    const texts = [sent[name]].flat().filter((one): one is string => typeof one === 'string')
    characters += texts.reduce((sum, one) => sum + one.trim().length, 0)
    if (characters > MOST_BYTES) throw tooMuch(name)
  }
}

const tooMuch = (name: string): Failure => invalidData(name, `has no room: all values together may have ${MOST_BYTES} bytes`)

/** Where both have a field, the later ones decide. */
export const joinedChanges = (earlier: Changes | undefined, later: Changes): Changes => checked([...(earlier ?? []), ...later])

/** What is to be stored: the changes merged into what is there, kept values of fields that are not declared included. */
export function mergedData(
  fields: Fields,
  stored: StoredData,
  changes: Changes,
): { data: StoredData; changed: readonly Field[] } {
  const before = storedValues(fields, stored)
  const kept: Record<string, unknown> = { ...parsedData(stored) }
  // A value that is invisible, because it fits its field no longer, is cleared as well.
  const changed = [...changes].filter(([{ name }, value]) =>
    value === undefined ? Object.hasOwn(kept, name) : !isSame(own(before, name), value),
  )
  for (const [{ name }, value] of changed) {
    if (value === undefined) delete kept[name]
    else kept[name] = value
  }
  const data = Object.keys(kept).length === 0 ? undefined : JSON.stringify(kept)
  checkRoom(
    changed.map(([field]) => field),
    sizesOf(fields, before),
    sizesOf(fields, storedValues(fields, data)),
  )
  return { data, changed: changed.map(([field]) => field) }
}

const own = (values: Values, name: string): Value | undefined => (Object.hasOwn(values, name) ? values[name] : undefined)
const isSame = (one: Value | undefined, other: Value | undefined): boolean => JSON.stringify(one) === JSON.stringify(other)

interface Sizes {
  readonly all: number
  readonly inHeaders: number
}

const sizesOf = (fields: Fields, values: Values): Sizes => ({
  all: Object.values(values).reduce((sum: number, value) => sum + bytesOf(value), 0),
  inHeaders: fields
    .filter((field) => field.inHeaders)
    .reduce((sum, field) => sum + sizeInHeader(own(values, field.name) ?? field.default), 0),
})

/** Only what grows is refused: values that are too long together, since fields were declared anew, may become shorter one by one. */
function checkRoom(written: Fields, before: Sizes, after: Sizes): void {
  const last = written.at(-1)
  if (last && after.all > MOST_BYTES && after.all > before.all) throw tooMuch(last.name)
  const header = written.findLast((field) => field.inHeaders)
  if (header && after.inHeaders > MOST_HEADER_BYTES && after.inHeaders > before.inHeaders)
    throw invalidData(
      header.name,
      `has no room: in headers all values together may have ${MOST_HEADER_BYTES} bytes, percent-encoded`,
    )
}

export const DATA_REFUSALS = ['invalid_data', 'unknown_field', 'field_not_writable'] as const

/** What a newcomer has sent. Undefined where the service asks for nothing. */
export function readSignUpData(fields: Fields, sent: Readonly<Record<string, unknown>> | undefined): Changes | undefined {
  if (fields.length === 0 && sent === undefined) return undefined
  const changes = readChanges(fields, sent ?? {}, 'newcomer')
  for (const field of fields)
    if (field.atSignUp === 'required' && changes.get(field) === undefined) throw invalidData(field.name, 'is missing')
  return changes
}
