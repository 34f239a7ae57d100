import { Type } from 'typebox'

export const Id = Type.String({ format: 'uuid' })
export const Timestamp = Type.String({ format: 'date-time' })

/** A text that may be left out, as every parameter of a query may. */
export const parameter = (description: string) => Type.Optional(Type.String({ description }))
