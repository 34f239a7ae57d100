import { Type } from 'typebox'
import { listOf, textField } from '../../../gate/views/fields.ts'
import { EVERYTHING, MESSAGE_TYPES } from '../messages/message-types.ts'

export const reading = { auth: 'admin', scope: 'webhooks:write', limit: 'general' } as const
/** A webhook outlives the session that makes it. */
export const writing = { ...reading, wantsStepUp: true } as const
export const ofWebhook = { id: 'The webhook.' }
export const CHANGING = ['webhook_not_found'] as const

const TYPES = `Some of ${MESSAGE_TYPES.join(', ')}; \`${EVERYTHING}\` is all but failed sign-ins.`
export const urlField = textField('Where it is posted to: https, at port 443 or above 1023.')
export const typesField = listOf(Type.String(), TYPES)
export const descriptionField = textField('What it is for: one line of at most 200 characters.')
