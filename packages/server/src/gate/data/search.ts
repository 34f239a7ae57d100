import type { DataFilter } from '../accounts/tables/account-filter.ts'
import { type Field, type Fields, fieldNamed, type Value } from './field.ts'
import { keysOf } from './tables/account-data.ts'
import { readValue } from './value.ts'

const PREFIX = 'data.'

/** What a query wants of declared fields: `data.plan=pro`. Of a list, one of its entries. */
export function readDataQuery(
  query: Readonly<Record<string, string | undefined>>,
  fields: Fields,
): { readonly data?: readonly DataFilter[] } | { readonly problem: string } {
  const data: DataFilter[] = []
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

function filterOf(field: Field, text: string): DataFilter | undefined {
  const typed = typedAs(field, text)
  const read = readValue(field, typed)
  const value = 'value' in read ? read.value : undefined
  const [key] = value === undefined ? [] : keysOf(value)
  if (key === undefined) return undefined
  return { field: field.name, key, isDefault: field.default !== undefined && keysOf(field.default).includes(key) }
}

/** Text as the value that it stands for; what stands for none is left, and refused. */
export function typedAs({ type }: Field, text: string): Value {
  if (type === 'number') return /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d{1,3})?$/i.test(text.trim()) ? Number(text) : text
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text
  return type === 'list' ? [text] : text
}
