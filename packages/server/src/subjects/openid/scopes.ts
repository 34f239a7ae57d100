import type { ScopeRows } from '../../platform/kernel/scopes.ts'

/** A key reads applications and changes none: one that skips consent is an administrator's power. */
export const openidScopes = {
  'clients:read': { presets: ['auditor'] },
  'clients:write': { presets: [], isForPeople: true },
} as const satisfies ScopeRows

type OpenidScopes = typeof openidScopes
declare module '../../platform/kernel/scopes.ts' {
  interface Scopes extends OpenidScopes {}
}
