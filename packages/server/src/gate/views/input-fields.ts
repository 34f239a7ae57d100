import { Type } from 'typebox'
import { choice, flagField, messageField, textField, timeField } from './fields.ts'

/** Fields that the bodies of several routes have. */
export const addressField = textField('An email address. Case and spaces around it do not count.')
export const nameField = textField('The name that other people see: 1 to 200 characters on one line.')
export const passwordField = textField('The password of the account.')
export const newPasswordField = textField(
  'The new password: at least `PASSWORD_MIN_LENGTH` characters, and what else the settings of passwords demand.',
)
export const mailedCodeField = textField('The code as it stands in the mail. Case, dashes and spaces do not count.')
export const linkCodeField = textField('What the link of the mail has behind `#code=`.')
export const inviteCodeField = textField('What the link of the invite has behind `#token=`.')
export const challengeField = textField('The `challengeId` of the answer that asked for a second factor.')
export const keepOtherSessionsField = flagField('Whether the other sessions of the account go on; they end unless this is true.')

/** Of a passkey's ceremony: the options are asked for first, and have a state that comes back with the browser's answer. */
export const stateField = textField('The `state` that came with the options.')
export const passkeyField = Type.Unknown({ description: 'The `PublicKeyCredential` as JSON, by its `toJSON()`.' })

export const typedMethodField = (methods: readonly string[]) =>
  choice(methods, 'Whose code it is; told by its form unless named.')

/** What is answered where a code was mailed. */
export const codeSentFields = {
  codeSent: flagField('Whether a mail is on its way.'),
  expiresAt: timeField('Until when the code is good.'),
  message: messageField,
}
