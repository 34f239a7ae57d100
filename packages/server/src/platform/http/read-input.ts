import type { TObject } from 'typebox'
import { Check } from 'typebox/schema'
import { Failure } from '../kernel/errors.ts'
import { once } from '../kernel/once.ts'
import { bySchema, firstInvalidField, isBodyRequired, isRequired, own, type Parts, shapeOf } from './shape.ts'

type Fields = Readonly<Record<string, unknown>>

const EMPTY: Readonly<Record<string, unknown>> = { string: '', boolean: false, array: [] }

/** A missing field counts as this value. Undefined where the field has to come, or where the flow wants to know that it did not. */
function emptyOf(schema: TObject, name: string): unknown {
  const field = schema.properties[name]
  if (field === undefined || !isRequired(schema, name)) return undefined
  const empty = 'type' in field ? EMPTY[String(field['type'])] : undefined
  return empty !== undefined && Check(field, empty) ? empty : undefined
}

/**
 * Only declared fields of a body are read, at every depth; `__proto__` and others are never looked at. A missing or null field
 * counts as empty where its type has an empty value; what does not fit is refused. Where no field is required, neither is a body.
 */
export const bodyReader = bySchema((schema: TObject) => {
  const { cut, fits } = shapeOf(schema)
  const fields = once(() =>
    Object.entries(schema.properties).map(([name, field]) => ({
      name,
      takesNull: Check(field, null),
      empty: emptyOf(schema, name),
    })),
  )
  const mayBeLeftOut = !isBodyRequired(schema)
  return (sent: unknown): Fields => {
    const body = mayBeLeftOut ? (sent ?? {}) : sent
    if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new Failure('invalid_json')
    const input: Record<string, unknown> = {}
    for (const { name, takesNull, empty } of fields()) {
      const value = own(body, name)
      input[name] = value === undefined || (value === null && !takesNull) ? empty : value
    }
    const read = cut(input)
    if (!fits(read)) throw new Failure('invalid_json')
    return read as Fields
  }
})

export const queryReader = bySchema((schema: TObject) => {
  const { fits } = shapeOf(schema)
  const names = Object.keys(schema.properties)
  const { patternProperties = {} } = schema as Parts
  const families = Object.keys(patternProperties).map((pattern) => new RegExp(pattern))
  const isOfFamily = (name: string): boolean => families.some((family) => family.test(name))
  return (query: object): Fields => {
    const values: Record<string, string> = {}
    const more = families.length > 0 ? Object.keys(query).filter(isOfFamily) : []
    for (const name of [...names, ...more]) {
      const value = own(query, name)
      if (value === undefined) continue
      if (typeof value !== 'string') throw new Failure('invalid_input', { message: `${name} must come once.` })
      values[name] = value
    }
    if (!fits(values))
      throw new Failure('invalid_input', { message: `${firstInvalidField(schema, values)} is missing or not valid.` })
    return values
  }
})
