import type { ErrorRows } from '../../platform/kernel/errors.ts'

// biome-ignore format: a table is read by its rows
export const factorsErrors = {
  two_factor_already_enforced: [409, 'Two-factor authentication is required for every account.', 'It cannot be switched per account.'],
  totp_not_begun: [400, 'Please begin again: no authenticator app is waiting for its first code.', 'Call `POST /auth/2fa/totp/begin`.'],
  totp_not_enabled: [404, 'This account has no authenticator app.', 'Nothing to do.'],
  two_factor_not_enabled: [400, 'Two-factor sign-in is off.', 'Add a second factor first.'],
} as const satisfies ErrorRows

type FactorsErrors = typeof factorsErrors
declare module '../../platform/kernel/errors.ts' {
  interface Errors extends FactorsErrors {}
}
