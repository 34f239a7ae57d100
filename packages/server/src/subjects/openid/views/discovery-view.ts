import { Type } from 'typebox'
import { listOf } from '../../../gate/views/fields.ts'

const address = (description: string) => Type.String({ format: 'uri', description })
const names = (description: string) => listOf(Type.String(), description)
const flag = (description: string) => Type.Boolean({ description })

/** Where applications find the rest of us; OpenID Connect Discovery 1.0 and RFC 8414 give the fields. */
export const Discovery = Type.Object({
  issuer: address('The `iss` of every token and answer.'),
  authorization_endpoint: address('Where people are sent to sign in.'),
  token_endpoint: address('Where codes and refresh tokens are redeemed.'),
  userinfo_endpoint: address('What is told of a person.'),
  jwks_uri: address('The keys by which our signatures are checked.'),
  revocation_endpoint: address('Where a token is ended.'),
  introspection_endpoint: address('Where a service asks about a token.'),
  device_authorization_endpoint: address('Where a device without a browser begins.'),
  end_session_endpoint: address('Where an application sends people to sign out.'),
  scopes_supported: names('What applications may ask for.'),
  claims_supported: names('What they are told then.'),
  response_types_supported: names('Codes alone.'),
  response_modes_supported: names('How an answer reaches the application.'),
  grant_types_supported: names('What can be redeemed for tokens.'),
  subject_types_supported: names('Whether two applications know a person by the same `sub`.'),
  id_token_signing_alg_values_supported: names('One of them for each application.'),
  token_endpoint_auth_methods_supported: names('How an application shows who it is.'),
  revocation_endpoint_auth_methods_supported: names('How an application shows who it is.'),
  introspection_endpoint_auth_methods_supported: names('How a service shows who it is.'),
  code_challenge_methods_supported: names('S256 alone.'),
  acr_values_supported: names('How well a person was recognised, from the weakest.'),
  prompt_values_supported: names('What an application may ask people to do again.'),
  ui_locales_supported: names('The languages of the pages.'),
  claims_parameter_supported: flag('False: what is told follows from the scopes.'),
  request_parameter_supported: flag('False: requests are not signed.'),
  request_uri_parameter_supported: flag('False: requests are not fetched.'),
  authorization_response_iss_parameter_supported: flag('Every answer names its issuer (RFC 9207).'),
  backchannel_logout_supported: flag('Applications are told when a session ends.'),
  backchannel_logout_session_supported: flag('They are told which session, by its `sid`.'),
})
