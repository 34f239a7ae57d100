import type { Scope } from '../../platform/kernel/scopes.ts'

export const organisationsScopes: readonly Scope[] = ['orgs:read', 'orgs:write']

declare module '../../platform/kernel/scopes.ts' {
  interface Scopes {
    readonly 'orgs:read': true
    readonly 'orgs:write': true
  }
}
