import { Type } from 'typebox'
import { countField, flagField } from '../../../gate/views/fields.ts'

export const FactorsOfUser = Type.Object(
  {
    email: flagField('Whether a mailed code is asked for.'),
    totp: flagField('Whether it has an authenticator app.'),
    passkeys: countField('How many passkeys it has.'),
    passkeyGate: Type.Boolean({ description: 'Whether a passkey is asked for after a password or a provider.' }),
    recoveryCodes: Type.Integer({ description: 'How many are left.' }),
  },
  { description: 'What a sign-in can be asked for; absent where that is a password or a provider alone.' },
)
