/** In ascending order: each role may do all that the roles before it may. */
export const ORG_ROLES = ['member', 'admin', 'owner'] as const
export type OrgRole = (typeof ORG_ROLES)[number]

export const isOrgRole = (text: string): text is OrgRole => (ORG_ROLES as readonly string[]).includes(text)

export const isAtLeast = (role: OrgRole, least: OrgRole): boolean => ORG_ROLES.indexOf(role) >= ORG_ROLES.indexOf(least)

/** Who may give a role may also take it away, or remove its holder. Admins may do so among admins and members. */
export const mayGive = (role: OrgRole, other: OrgRole): boolean => isAtLeast(role, other === 'owner' ? 'owner' : 'admin')

export const ORG_INVITE_STATUSES = ['pending', 'accepted', 'declined', 'revoked', 'expired'] as const
export type OrgInviteStatus = (typeof ORG_INVITE_STATUSES)[number]

declare module '../../platform/kernel/endpoint-facts.ts' {
  interface Facts {
    /** The least role that the caller must have in the organisation of the path. */
    readonly orgRole?: OrgRole
  }
}
