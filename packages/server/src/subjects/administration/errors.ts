import type { ErrorRows } from '../../platform/kernel/errors.ts'

// biome-ignore format: a table is read by its rows
export const administrationErrors = {
  already_banned: [400, 'This account is already banned.', 'Nothing to do.'],
  not_banned: [400, 'This account is not banned.', 'Nothing to do.'],
  admin_factor_missing: [400, 'This account can show nothing but its mailbox, and that opens no console.', 'There are no passwords here: its owner signs in, adds a passkey or an authenticator app, and is made an administrator then.'],
  invalid_role: [400, 'There is no such role.', 'Use `user` or `admin`; in organisations `owner`, `admin` or `member`.'],
} as const satisfies ErrorRows

type AdministrationErrors = typeof administrationErrors
declare module '../../platform/kernel/errors.ts' {
  interface Errors extends AdministrationErrors {}
}
