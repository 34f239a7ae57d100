import type { Scope } from '../../platform/kernel/scopes.ts'

export const auditScopes: readonly Scope[] = ['audit:read']

declare module '../../platform/kernel/scopes.ts' {
  interface Scopes {
    readonly 'audit:read': true
  }
}
