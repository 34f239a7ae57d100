import { Type } from 'typebox'

export const Id = Type.String({ format: 'uuid' })
export const Timestamp = Type.String({ format: 'date-time' })
