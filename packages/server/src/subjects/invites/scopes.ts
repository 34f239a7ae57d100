import type { ScopeRows } from '../../platform/kernel/scopes.ts'

export const invitesScopes = {
  'invites:write': { presets: ['support'] },
} as const satisfies ScopeRows

type InvitesScopes = typeof invitesScopes
declare module '../../platform/kernel/scopes.ts' {
  interface Scopes extends InvitesScopes {}
}
