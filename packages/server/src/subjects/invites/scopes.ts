import type { Scope } from '../../platform/kernel/scopes.ts'

export const invitesScopes: readonly Scope[] = ['invites:write']

declare module '../../platform/kernel/scopes.ts' {
  interface Scopes {
    readonly 'invites:write': true
  }
}
