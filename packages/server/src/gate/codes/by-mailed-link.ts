import { Type } from 'typebox'
import { Message } from '../views/message.ts'

/** Why a link does nothing. */
export type LinkRefusal = 'code_invalid' | 'code_already_used' | 'code_expired'

/** What the routes have in common where the links of mails lead that end something. */
export const byMailedLink = {
  auth: 'none',
  limit: 'redeem',
  endsSession: true,
  body: Type.Object({ code: Type.String() }),
  reply: Message,
  errors: ['code_invalid', 'code_already_used', 'code_expired'],
} as const
