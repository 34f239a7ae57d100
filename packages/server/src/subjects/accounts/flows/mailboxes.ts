import { Type } from 'typebox'

export const Mailboxes = Type.Array(Type.Union([Type.Literal('new'), Type.Literal('old')]), {
  description: 'Which mailboxes: of the new address, of the old one.',
})
