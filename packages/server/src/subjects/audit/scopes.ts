import type { ScopeRows } from '../../platform/kernel/scopes.ts'

export const auditScopes = {
  'audit:read': { presets: ['auditor'] },
} as const satisfies ScopeRows

type AuditScopes = typeof auditScopes
declare module '../../platform/kernel/scopes.ts' {
  interface Scopes extends AuditScopes {}
}
