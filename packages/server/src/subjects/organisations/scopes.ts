import type { ScopeRows } from '../../platform/kernel/scopes.ts'

export const organisationsScopes = {
  'orgs:read': { presets: ['support', 'auditor'] },
  'orgs:write': { presets: [] },
} as const satisfies ScopeRows

type OrganisationsScopes = typeof organisationsScopes
declare module '../../platform/kernel/scopes.ts' {
  interface Scopes extends OrganisationsScopes {}
}
