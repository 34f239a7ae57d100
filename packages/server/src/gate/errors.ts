import type { ErrorRows } from '../platform/kernel/errors.ts'

// biome-ignore format: a table is read by its rows
export const gateErrors = {
  invalid_data: [400, 'A value does not fit its field, or all of them together are too long.', 'The message names the field and what it takes.'],
  unknown_field: [400, 'There is no such field.', 'Fields are declared in the configuration, under `data`.'],
  field_not_writable: [403, 'This field is not yours to write.', 'Its declaration says who may: backends with a key of the scope `data:write`, and administrators.'],
  data_changed: [409, 'The data was changed meanwhile. Nothing was written.', 'Read it again, and send the new `updatedAt` as `ifUpdatedAt`.'],
  verification_required: [403, 'This needs an account whose email address is verified.', 'Verify the address first.'],
  invalid_email: [400, 'Please enter a valid email address.', 'A plain `local@domain` address of at most 254 characters.'],
  email_not_allowed: [403, 'This email address cannot be used here. Please use another one.', 'The operator’s lists of domains decide, from the address alone.'],
  registration_refused: [403, 'You cannot sign up here.', 'The operator’s server of `REGISTRATION_HOOK_URL` has refused; the message is its own, where it has sent one.'],
  name_required: [400, 'Please enter a name of 1 to 200 visible characters.', 'It is missing, blank, too long or has control characters.'],
  weak_password: [400, 'This password is too weak.', 'The message names what is missing.'],
  password_compromised: [400, 'This password is known from a data breach. Please choose another one.', 'It is in the list of `PASSWORD_BREACHED_FILE`.'],
  password_mismatch: [400, 'The two passwords differ.', 'Send the same value as `password` and `confirmPassword`.'],
  email_already_exists: [409, 'An account with this email address already exists.', 'Offer sign-in or a password reset.'],
  invalid_credentials: [401, 'The email address or the password is not right.', 'Wrong password, unknown address and accounts without a password look the same on purpose.'],
  user_banned: [403, 'This account is banned.', 'Only told after the right password or code.'],
  session_not_found: [404, 'There is no such session.', 'It may have ended already.'],
  invalid_refresh: [401, 'There is no refresh cookie.', 'Sign in again.'],
  invalid_refresh_token: [401, 'The refresh token is not known.', 'Sign in again.'],
  refresh_expired: [401, 'The session was unused for too long.', 'Sign in again.'],
  session_revoked: [401, 'The session has been ended.', 'Sign in again.'],
  max_lifetime_exceeded: [401, 'The session has reached its maximum lifetime.', 'Sign in again.'],
  user_not_found: [404, 'There is no such user.', 'The account no longer exists.'],
  wrong_password: [400, 'The password is not right.', 'Ask for the current password again.'],
  no_password: [400, 'This account has no password.', 'Use the set-password or the code flow.'],
  email_failed: [500, 'The email could not be sent.', 'Try again later; the operator checks the mail settings.'],
  code_invalid: [400, 'This code is not valid.', 'Ask for a new one.'],
  code_expired: [410, 'This code has expired.', 'Ask for a new one.'],
  code_already_used: [410, 'This code was already used.', 'Sign in.'],
  other_account: [409, 'This browser is signed in to another account.', 'The code is unspent: ask, then send it again with that account as `leaving`.'],
  last_admin: [400, 'The last administrator who may do everything has to stay one.', 'Make another account an administrator who may do everything first.'],
  invalid_api_key: [401, 'This key is not valid.', 'It may have been revoked. Send `Authorization: Bearer lk_…`.'],
  insufficient_scope: [403, 'This needs more than you may do.', 'A key, or an administrator who is limited, lacks the scope that the route names, or acts on an administrator who may do more.'],
  two_factor_required: [403, 'This needs a session that has passed a second factor.', 'Sign in through `POST /auth/admin/login`, or show the second factor after `POST /auth/admin/challenge`.'],
  two_factor_code_invalid: [400, 'This code is not valid.', 'Also the answer for unknown challenges and too many guesses.'],
  two_factor_code_expired: [410, 'This code has expired.', 'Sign in again.'],
  two_factor_code_already_used: [410, 'This code was already used.', 'Sign in again.'],
  two_factor_password_required: [400, 'Please confirm with your password.', 'Send `password`.'],
  step_up_required: [403, 'Please confirm first that it is you.', 'Call `POST /auth/step-up`, then try again.'],
  step_up_method: [400, 'This account is confirmed in another way.', 'Use a method of `GET /auth/step-up`.'],
  last_sign_in_method: [400, 'This is the last way into the account.', 'Set a password or add another passkey first.'],
  challenge_not_found: [200, 'If the challenge is valid, a new code has been sent.', 'Unknown and foreign challenges look the same on purpose.'],
} as const satisfies ErrorRows

type GateErrors = typeof gateErrors
declare module '../platform/kernel/errors.ts' {
  interface Errors extends GateErrors {}
}
