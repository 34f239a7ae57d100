import type { ErrorRows } from '../../platform/kernel/errors.ts'

// biome-ignore format: a table is read by its rows
export const accountsErrors = {
  password_account: [400, 'This account has a password.', 'Use `DELETE /auth/account` with the password.'],
  delete_code_invalid: [400, 'This deletion code is not valid.', 'Ask for a new one.'],
  delete_code_expired: [410, 'This deletion code has expired.', 'Ask for a new one.'],
  delete_code_already_used: [410, 'This deletion code was already used.', 'Ask for a new one.'],
} as const satisfies ErrorRows

type AccountsErrors = typeof accountsErrors
declare module '../../platform/kernel/errors.ts' {
  interface Errors extends AccountsErrors {}
}
