import type { ErrorRows } from '../../platform/kernel/errors.ts'

// biome-ignore format: a table is read by its rows
export const invitesErrors = {
  missing_token: [400, 'The invite token is missing.', 'Send it as the query parameter `token`.'],
  invite_not_found: [404, 'This invite is not known.', 'Ask for a new one.'],
  invite_already_used: [410, 'This invite was already used.', 'Sign in.'],
  invite_revoked: [403, 'This invite has been withdrawn.', 'Ask for a new one.'],
  invite_expired: [410, 'This invite has expired.', 'Ask for a new one.'],
  invite_already_exists: [409, 'There is already an open invite for this address.', 'Resend or revoke it.'],
} as const satisfies ErrorRows

type InvitesErrors = typeof invitesErrors
declare module '../../platform/kernel/errors.ts' {
  interface Errors extends InvitesErrors {}
}
