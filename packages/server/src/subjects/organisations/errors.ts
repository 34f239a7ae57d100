import type { Implied } from '../../platform/http/openapi-failures.ts'
import type { ErrorRows } from '../../platform/kernel/errors.ts'

// biome-ignore format: a table is read by its rows
export const organisationsErrors = {
  invalid_name: [400, 'Please enter a name of 1 to 100 visible characters.', 'It is missing, blank, too long or has control characters.'],
  invalid_slug: [400, 'A short name has 2 to 63 small letters, digits and single hyphens, and begins and ends with a letter or digit.', 'Send another `slug`, or none.'],
  org_slug_reserved: [400, 'This short name is kept for the service itself.', 'Choose another one.'],
  org_slug_exists: [409, 'This short name is taken.', 'Choose another one. One that was given up is kept for its organisation for a while.'],
  org_limit_reached: [400, 'This account has as many organisations as it can.', 'Leave or delete one first.'],
  org_not_found: [404, 'There is no such organisation.', 'Also the answer for organisations that the caller does not belong to.'],
  org_forbidden: [403, 'Your role in this organisation does not allow this.', 'Ask an owner.'],
  org_member_not_found: [404, 'There is no such member.', 'They may have left.'],
  org_member_exists: [409, 'This person is a member already.', 'Nothing to do.'],
  org_member_limit_reached: [400, 'This organisation has as many members as it can.', 'Remove one first.'],
  cannot_remove_last_owner: [400, 'An organisation needs an owner who can sign in.', 'Appoint another owner first. The message names the organisations.'],
  org_invite_not_found: [404, 'This invite is not known.', 'Ask for a new one.'],
  org_invite_used: [410, 'This invite was already used.', 'Sign in.'],
  org_invite_revoked: [403, 'This invite no longer holds.', 'It was declined or withdrawn, or who invited may no longer do so. Ask for a new one.'],
  org_invite_expired: [410, 'This invite has expired.', 'Ask for a new one.'],
  org_invite_exists: [409, 'There is already an open invite for this address.', 'Resend or revoke it.'],
  org_invite_limit: [400, 'This organisation has as many open invites as it can.', 'Revoke one first.'],
  org_invite_email_mismatch: [403, 'This invite is for another email address.', 'Sign in with the account of that address.'],
  email_not_verified: [403, 'Please verify your email address first.', 'Or accept with the code of the mail, which proves it.'],
} as const satisfies ErrorRows

type OrganisationsErrors = typeof organisationsErrors
declare module '../../platform/kernel/errors.ts' {
  interface Errors extends OrganisationsErrors {}
}

/** By the role that an endpoint declares. */
export const impliedByRole: Implied = ({ orgRole }) => {
  if (!orgRole) return []
  return orgRole === 'member' ? ['org_not_found'] : ['org_not_found', 'org_forbidden']
}

declare module '../../platform/http/openapi-failures.ts' {
  interface ImpliedErrors {
    readonly org_not_found: true
    readonly org_forbidden: true
  }
}
