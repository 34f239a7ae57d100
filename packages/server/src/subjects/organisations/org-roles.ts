/** From the least to the most that a member may do. */
export const ORG_ROLES = ['member', 'admin', 'owner'] as const
export type OrgRole = (typeof ORG_ROLES)[number]

export const isOrgRole = (text: string): text is OrgRole => (ORG_ROLES as readonly string[]).includes(text)

/** Whether a role may do what another one may. */
export const isAtLeast = (role: OrgRole, wanted: OrgRole): boolean => ORG_ROLES.indexOf(role) >= ORG_ROLES.indexOf(wanted)

/** Whether a role may give another one, take it away, or remove who has it: admins do so among admins and members. */
export const mayGive = (role: OrgRole, given: OrgRole): boolean => isAtLeast(role, given === 'owner' ? 'owner' : 'admin')

/** What becomes of an invite to an organisation. */
export const ORG_INVITE_STATUSES = ['pending', 'accepted', 'declined', 'revoked', 'expired'] as const
export type OrgInviteStatus = (typeof ORG_INVITE_STATUSES)[number]

declare module '../../platform/kernel/endpoint-facts.ts' {
  interface Facts {
    /** What the caller has to be, at least, in the organisation that the path names. */
    readonly orgRole?: OrgRole
  }
}
