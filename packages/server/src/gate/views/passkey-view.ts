import { Type } from 'typebox'
import { idField, listOf, textField, timeField, timeOrNullField } from './fields.ts'

export const PasskeyView = Type.Object(
  {
    id: idField('The passkey.'),
    name: textField('What its owner calls it.'),
    aaguid: Type.String({ description: 'What its authenticator says it is; all zeros where it says nothing.' }),
    provider: Type.Union([Type.String(), Type.Null()], { description: 'Who keeps it, where that is known.' }),
    transports: listOf(Type.String(), 'How a browser reaches it: `internal`, `hybrid`, `usb`, `nfc`, `ble`.'),
    isBackedUp: Type.Boolean({ description: 'There are copies of it on other devices.' }),
    isUsable: Type.Boolean({ description: 'False while passkeys are switched off, or cannot work at this address.' }),
    rpId: Type.Optional(Type.String({ description: 'The domain that it was made for, where that is another one than now.' })),
    createdAt: timeField('When it was added.'),
    lastUsedAt: timeOrNullField('When it was last signed in with, or shown as second factor; null if never.'),
  },
  { title: 'Passkey', description: 'A passkey of the account.' },
)
