import type { ErrorRows } from '../../platform/kernel/errors.ts'

// biome-ignore format: a table is read by its rows
export const passwordsErrors = {
  already_set: [400, 'This account already has a password.', 'Use change-password.'],
  password_update_conflict: [409, 'The password was changed at the same moment.', 'Retry with a fresh code.'],
  reset_token_invalid: [400, 'This reset link is not valid.', 'Ask for a new one.'],
  reset_token_expired: [410, 'This link has expired.', 'Ask for a new one.'],
  reset_token_already_used: [410, 'This reset link was already used.', 'Ask for a new one.'],
  invalid_code: [400, 'This code is not valid.', 'Ask for a new one.'],
  code_used: [400, 'This code was already used.', 'Sign in with the password.'],
} as const satisfies ErrorRows

type PasswordsErrors = typeof passwordsErrors
declare module '../../platform/kernel/errors.ts' {
  interface Errors extends PasswordsErrors {}
}
