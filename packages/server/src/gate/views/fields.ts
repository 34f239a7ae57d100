import { type TSchema, Type } from 'typebox'
import { timestamp } from '../../platform/kernel/clock.ts'
import { type Documented, documented } from '../../platform/kernel/one-of.ts'

/** The fields of answers, each with what it tells: OpenAPI, the reference and the client's types show it. */
export const textField = (description: string) => Type.String({ description })
export const flagField = (description: string) => Type.Boolean({ description })
export const countField = (description: string) => Type.Integer({ description })
export const idField = (description: string) => Type.String({ format: 'uuid', description })
export const timeField = (description: string) => Type.String({ format: 'date-time', description })
export const listOf = <Item extends TSchema>(item: Item, description: string) => Type.Array(item, { description })

const orNull = <One extends TSchema>(one: One, description: string) => Type.Union([one, Type.Null()], { description })
export const textOrNull = (description: string) => orNull(Type.String(), description)
export const idOrNull = (description: string) => orNull(Type.String({ format: 'uuid' }), description)
export const timeOrNullField = (description: string) => orNull(Type.String({ format: 'date-time' }), description)

export const messageField = textField('A sentence for people, in English.')
export const Message = Type.Object({ message: messageField }, { title: 'Message', description: 'It was done.' })

export const timeOrNull = (at: number | undefined): string | null => (at === undefined ? null : timestamp(at))

/** The fields of a query. */
export const parameter = (description: string) => Type.Optional(Type.String({ description }))
export const choice = (values: readonly string[], description: string, shown: Pick<Documented, 'default'> = {}) =>
  Type.Optional(documented({ enum: values, ...shown }, { description }))
export const yesOrNo = (description: string) => Type.Optional(documented({ type: 'boolean' }, { description }))
export const wholeNumber = (description: string, shown: Omit<Documented, 'type'>) =>
  Type.Optional(documented({ type: 'integer', ...shown }, { description }))

/** Guards a read-change-write. */
export const ifUpdatedAt = parameter(
  'The `updatedAt` of an earlier answer: where the data has changed since, nothing is written.',
)

export const ReturnTo = parameter(
  'Where the link of the mail leads in the end: a path of ours, or an address that people may be sent back to.',
)
