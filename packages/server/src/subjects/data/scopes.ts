import type { ScopeRows } from '../../platform/kernel/scopes.ts'

export const dataScopes = {
  'data:read': { presets: [] },
  'data:write': { presets: [] },
} as const satisfies ScopeRows

type DataScopes = typeof dataScopes
declare module '../../platform/kernel/scopes.ts' {
  interface Scopes extends DataScopes {}
}
