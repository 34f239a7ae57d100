import { Type } from 'typebox'

/** What a provider sends along. Anything else it adds is not looked at. */
export const callbackFields = {
  state: Type.String(),
  code: Type.String(),
  iss: Type.String(),
  error: Type.String(),
  error_description: Type.String(),
}
