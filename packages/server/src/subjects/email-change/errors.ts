import type { ErrorRows } from '../../platform/kernel/errors.ts'

// biome-ignore format: a table is read by its rows
export const emailChangeErrors = {
  same_email: [400, 'This is the email address of the account already.', 'Nothing to do.'],
  email_change_conflict: [409, 'The email address was changed by an administrator meanwhile.', 'Ask for the change again, if it is still wanted.'],
} as const satisfies ErrorRows

type EmailChangeErrors = typeof emailChangeErrors
declare module '../../platform/kernel/errors.ts' {
  interface Errors extends EmailChangeErrors {}
}
