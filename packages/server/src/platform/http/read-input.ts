import type { TObject, TSchema } from 'typebox'
import { Check } from 'typebox/schema'
import { Failure } from '../kernel/errors.ts'
import { once } from '../kernel/once.ts'
import { bySchema, isBodyRequired, isRequired, misfit, own, shapeOf } from './shape.ts'

type Fields = Readonly<Record<string, unknown>>

const EMPTY: Readonly<Record<string, unknown>> = { string: '', boolean: false, array: [] }

/** What a field counts as that did not come. Undefined where it has to come, or where the flow wants to know that it did not. */
function emptyOf(schema: TObject, name: string): unknown {
  const field = schema.properties[name]
  if (field === undefined || !isRequired(schema, name)) return undefined
  const empty = 'type' in field ? EMPTY[String(field['type'])] : undefined
  return empty !== undefined && Check(field, empty) ? empty : undefined
}

const takesNull = (field: TSchema): boolean => Check(field, null)

/**
 * The declared fields of a body and nothing else, at every depth. A missing or null field of the body itself counts as empty
 * where there is such a thing; what does not fit is refused. Where no field has to come, neither has a body. `__proto__` and whatever is not declared is never looked at.
 */
export const bodyReader = bySchema((schema: TObject) => {
  const { cut, fits } = shapeOf(schema)
  const fields = once(() =>
    Object.entries(schema.properties).map(([name, field]) => ({
      name,
      isMissing: takesNull(field)
        ? (value: unknown) => value === undefined
        : (value: unknown) => (value ?? undefined) === undefined,
      empty: emptyOf(schema, name),
    })),
  )
  const mayBeLeftOut = !isBodyRequired(schema)
  return (sent: unknown): Fields => {
    const body = mayBeLeftOut ? (sent ?? {}) : sent
    if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new Failure('invalid_json')
    const given: Record<string, unknown> = {}
    for (const { name, isMissing, empty } of fields()) {
      const value = own(body, name)
      given[name] = isMissing(value) ? empty : value
    }
    const read = cut(given)
    if (!fits(read)) throw new Failure('invalid_json')
    return read as Fields
  }
})

/** The declared query parameters, each at most once. */
export const queryReader = bySchema((schema: TObject) => {
  const { fits } = shapeOf(schema)
  const names = Object.keys(schema.properties)
  return (query: object): Fields => {
    const values: Record<string, string> = {}
    for (const name of names) {
      const value = own(query, name)
      if (value === undefined) continue
      if (typeof value !== 'string') throw new Failure('invalid_input', { message: `${name} must come once.` })
      values[name] = value
    }
    if (!fits(values)) throw new Failure('invalid_input', { message: `${misfit(schema, values)} is missing or not valid.` })
    return values
  }
})
