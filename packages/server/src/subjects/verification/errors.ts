import type { ErrorRows } from '../../platform/kernel/errors.ts'

// biome-ignore format: a table is read by its rows
export const verificationErrors = {
  already_verified: [400, 'The email address is already verified.', 'Nothing to do.'],
} as const satisfies ErrorRows

type VerificationErrors = typeof verificationErrors
declare module '../../platform/kernel/errors.ts' {
  interface Errors extends VerificationErrors {}
}
