import { Type } from 'typebox'
import { timestamp } from '../../platform/kernel/clock.ts'
import { type Documented, documented } from '../../platform/kernel/one-of.ts'

export const Message = Type.Object({ message: Type.String() }, { title: 'Message' })

export const Id = Type.String({ format: 'uuid' })
export const Timestamp = Type.String({ format: 'date-time' })

export const TimeOrNull = Type.Union([Timestamp, Type.Null()])
export const timeOrNull = (at: number | undefined): string | null => (at === undefined ? null : timestamp(at))

export const parameter = (description: string) => Type.Optional(Type.String({ description }))
export const choice = (values: readonly string[], description: string, shown: Pick<Documented, 'default'> = {}) =>
  Type.Optional(documented({ enum: values, ...shown }, { description }))
export const yesOrNo = (description: string) => Type.Optional(documented({ type: 'boolean' }, { description }))
export const wholeNumber = (description: string, shown: Omit<Documented, 'type'>) =>
  Type.Optional(documented({ type: 'integer', ...shown }, { description }))

export const ReturnTo = parameter(
  'Where the link of the mail leads in the end: a path of ours, or an address that people may be sent back to.',
)
