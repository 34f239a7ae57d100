import type { Field, Fields, Value, Values } from './field.ts'
import { fits } from './value.ts'

/** As it is stored: all that was ever written, of fields that are declared and of others. Undefined where there is nothing. */
export type StoredData = string | undefined

const NOTHING: Readonly<Record<string, unknown>> = Object.freeze({})

/** What another hand has written there is no reason to fail. */
export function parsedData(stored: StoredData): Readonly<Record<string, unknown>> {
  if (stored === undefined) return NOTHING
  try {
    const parsed: unknown = JSON.parse(stored)
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? { ...parsed } : NOTHING
  } catch {
    return NOTHING
  }
}

const storedIn = (field: Field, parsed: Readonly<Record<string, unknown>>): Value | undefined => {
  const value = Object.hasOwn(parsed, field.name) ? parsed[field.name] : undefined
  return value !== undefined && fits(field, value) ? value : undefined
}

/** Values of fields that are declared here and now; what no longer fits its field is invisible. Without defaults. */
export function storedValues(fields: Fields, stored: StoredData): Values {
  if (stored === undefined || fields.length === 0) return {}
  const parsed = parsedData(stored)
  return Object.fromEntries(
    fields.flatMap((field) => {
      const value = storedIn(field, parsed)
      return value === undefined ? [] : [[field.name, value] as const]
    }),
  )
}

/** Every field with its value, its default, or null. */
export function filledValues(fields: Fields, stored: StoredData): Readonly<Record<string, Value | null>> {
  const values = storedValues(fields, stored)
  return Object.fromEntries(fields.map((field) => [field.name, ownValue(values, field.name) ?? field.default ?? null]))
}

/** Names such as `constructor` are names of fields as well. */
const ownValue = (values: Values, name: string): Value | undefined => (Object.hasOwn(values, name) ? values[name] : undefined)
