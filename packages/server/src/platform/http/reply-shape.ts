import type { TObject, TSchema } from 'typebox'
import { firstInvalidField, shapeOf } from './shape.ts'

/** A field that the schema does not name never leaves, and a reply that is not as documented fails. */
export function shapeReply(schema: TSchema, value: unknown): unknown {
  const { cut, fits } = shapeOf(schema)
  const reply = cut(value)
  if (fits(reply)) return reply
  const field = 'properties' in schema ? firstInvalidField(schema as TObject, Object(reply)) : undefined
  throw new Error(`the reply does not fit its schema${field === undefined ? '' : `: ${field}`}`)
}
