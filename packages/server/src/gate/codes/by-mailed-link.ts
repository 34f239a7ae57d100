import { Type } from 'typebox'
import { Message } from '../views/fields.ts'
import { linkCodeField } from '../views/input-fields.ts'

export type LinkRefusal = 'code_invalid' | 'code_already_used' | 'code_expired'

/** What routes behind mailed links that end something have in common. */
export const byMailedLink = {
  auth: 'none',
  limit: 'redeem',
  endsSession: true,
  body: Type.Object({ code: linkCodeField }),
  reply: Message,
  errors: ['code_invalid', 'code_already_used', 'code_expired'],
} as const
