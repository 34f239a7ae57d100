import { parameter } from '../../../gate/views/fields.ts'

/** What a provider sends along. Anything else it adds is not looked at. */
export const callbackFields = {
  state: parameter('Which sign-in it is the end of.'),
  code: parameter('What the provider gives out the identity for.'),
  iss: parameter('Who the provider says it is.'),
  error: parameter('Why there is no code.'),
  error_description: parameter('The same, for people.'),
}
