import type { TObject, TSchema } from 'typebox'
import { misfit, shapeOf } from './shape.ts'

/**
 * A reply reduced to what its schema names, so that a field not meant to be shown never leaves, and the interface is as it is
 * documented or fails. Compiling a serialiser for every route would cost more than all the rest of the start.
 */
export function shaped(schema: TSchema, value: unknown): unknown {
  const { cut, fits } = shapeOf(schema)
  const reply = cut(value)
  if (fits(reply)) return reply
  const field = 'properties' in schema ? misfit(schema as TObject, Object(reply)) : undefined
  throw new Error(`the reply does not fit its schema${field === undefined ? '' : `: ${field}`}`)
}
