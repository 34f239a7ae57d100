import type { DataFilter, Others } from '../accounts/tables/account-filter.ts'
import { type Field, type Fields, fieldNamed, MOST_BYTES, type Value } from './field.ts'
import { KEYS, keysOf } from './tables/account-data.ts'
import { readValue } from './value.ts'

const PREFIX = 'data.'

/** What a query wants of declared fields: `data.plan=pro`. Of a list, one of its entries. */
export function readDataQuery(
  query: Readonly<Record<string, string | undefined>>,
  fields: Fields,
): { readonly data?: readonly DataFilter[] } | { readonly problem: string } {
  const data: DataFilter[] = []
  if (charactersIn(query) > MOST_BYTES)
    return { problem: `Values that are searched for have at most ${MOST_BYTES} characters together, as those of an account.` }
  for (const [parameter, text] of Object.entries(query)) {
    if (!parameter.startsWith(PREFIX) || text === undefined) continue
    const field = fieldNamed(fields, parameter.slice(PREFIX.length))
    if (!field?.searchable)
      return { problem: 'There is no searchable field of this name: data.NAME takes one that is declared so.' }
    const filter = filterOf(field, text)
    if (!filter) return { problem: `${parameter} is no value of this field.` }
    data.push(filter)
  }
  return data.length > 0 ? { data } : {}
}

/** Patterns are tried on no more than one account can have. */
const charactersIn = (query: Readonly<Record<string, string | undefined>>): number =>
  Object.entries(query).reduce((sum, [name, text = '']) => (name.startsWith(PREFIX) ? sum + text.length : sum), 0)

function filterOf(field: Field, text: string): DataFilter | undefined {
  const typed = typedAs(field, text)
  const read = readValue(field, typed)
  const value = 'value' in read ? read.value : undefined
  const [key] = value === undefined ? [] : keysOf(value)
  if (key === undefined) return undefined
  const isDefault = field.default !== undefined && keysOf(field.default).includes(key)
  return { field: field.name, key, unless: isDefault ? othersOf(field, key) : undefined }
}

/** Values that were stored while the field had another type are of no account: it has the default. */
function othersOf({ type, choices }: Field, key: string): Others {
  if (type === 'boolean') return { each: [true, false].flatMap(keysOf).filter((one) => one !== key) }
  if (type === 'choice') return { each: ['', ...choices.flatMap(keysOf).filter((one) => one !== key)] }
  return KEYS[type]
}

/** Text as the value that it stands for; what stands for none is left, and refused. */
export function typedAs({ type }: Field, text: string): Value {
  if (type === 'number') return /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d{1,3})?$/i.test(text.trim()) ? Number(text) : text
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text
  return type === 'list' ? [text] : text
}
