import type { Scope } from '../../platform/kernel/scopes.ts'

export const administrationScopes: readonly Scope[] = ['users:read', 'users:write', 'sessions:write']

declare module '../../platform/kernel/scopes.ts' {
  interface Scopes {
    readonly 'users:read': true
    readonly 'users:write': true
    readonly 'sessions:write': true
  }
}
