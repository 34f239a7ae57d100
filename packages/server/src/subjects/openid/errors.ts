import type { ErrorRows } from '../../platform/kernel/errors.ts'

/** Those of programs are named and meant as RFC 6749, 6750, 8628 and 8707 have them. */
// biome-ignore format: a table is read by its rows
export const openidErrors = {
  invalid_request: [400, 'The request is not valid.', 'Fix the parameter that the text names.'],
  invalid_client: [401, 'The application could not be recognised.', 'Check the client id and its secret, and send them in one way only.'],
  invalid_grant: [400, 'This code or token is not valid, has expired, or was used before.', 'Begin again at `/oidc/authorize`.'],
  unauthorized_client: [400, 'The application may not do this.', 'An administrator can allow it for the client.'],
  unsupported_grant_type: [400, 'This grant type is not known here.', 'Use one that the discovery document lists.'],
  invalid_scope: [400, 'The application may not ask for this scope.', 'Ask for scopes of the client.'],
  invalid_target: [400, 'The application may not ask for tokens for this service.', 'Name a `resource` of the client.'],
  invalid_token: [401, 'This token is not valid, or is over.', 'Ask for another with the refresh token.'],
  authorization_pending: [400, 'The person has not answered yet.', 'Ask again after the pause.'],
  slow_down: [400, 'The device asks too often.', 'Wait five seconds longer between two questions.'],
  device_denied: [400, 'The person has said no.', 'Begin again at `/oidc/device`.'],
  expired_token: [400, 'The code of the device is over.', 'Begin again.'],
  device_code_unknown: [404, 'No device shows this code, or it has expired.', 'Type the code that the device shows at this moment.'],
  request_changed: [409, 'What the application asks for has changed meanwhile.', 'Look at the page again before you answer.'],
  demand_unmet: [403, 'The application asks for more than this account has.', 'Those who run the application can tell what is missing.'],
  request_expired: [410, 'This sign-in took too long, or began in another browser.', 'Begin again at the application.'],
  client_not_found: [404, 'There is no such application.', 'Check the id.'],
  client_exists: [409, 'This id is taken.', 'Choose another one. That of a removed application is free again once all that it had opened has ended.'],
  client_limit_reached: [409, 'There are too many applications.', 'Remove one that is no longer used.'],
  client_has_two_secrets: [409, 'This application has two secrets already.', 'End the older one first.'],
  client_secret_not_found: [404, 'There is no older secret to end.', 'Make a new one first: the one in use then is the older.'],
} as const satisfies ErrorRows

type OpenidErrors = typeof openidErrors
declare module '../../platform/kernel/errors.ts' {
  interface Errors extends OpenidErrors {}
}
