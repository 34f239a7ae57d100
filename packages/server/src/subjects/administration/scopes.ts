import type { ScopeRows } from '../../platform/kernel/scopes.ts'

export const administrationScopes = {
  'users:read': { presets: ['support', 'auditor'] },
  'users:write': { presets: ['support'] },
  'sessions:write': { presets: ['support'] },
} as const satisfies ScopeRows

type AdministrationScopes = typeof administrationScopes
declare module '../../platform/kernel/scopes.ts' {
  interface Scopes extends AdministrationScopes {}
}
