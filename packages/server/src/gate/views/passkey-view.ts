import { Type } from 'typebox'
import { Id, Timestamp } from './fields.ts'

export const PasskeyView = Type.Object(
  {
    id: Id,
    name: Type.String(),
    aaguid: Type.String({ description: 'What its authenticator says it is; all zeros where it says nothing.' }),
    provider: Type.Union([Type.String(), Type.Null()], { description: 'Who keeps it, where that is known.' }),
    transports: Type.Array(Type.String()),
    isBackedUp: Type.Boolean({ description: 'There are copies of it on other devices.' }),
    isUsable: Type.Boolean({ description: 'False while passkeys are switched off, or cannot work at this address.' }),
    rpId: Type.Optional(Type.String({ description: 'The domain that it was made for, where that is another one than now.' })),
    createdAt: Timestamp,
    lastUsedAt: Type.Union([Timestamp, Type.Null()]),
  },
  { title: 'Passkey' },
)
