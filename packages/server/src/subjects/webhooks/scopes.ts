import type { ScopeRows } from '../../platform/kernel/scopes.ts'

export const webhooksScopes = {
  'webhooks:write': { presets: [] },
} as const satisfies ScopeRows

type WebhooksScopes = typeof webhooksScopes
declare module '../../platform/kernel/scopes.ts' {
  interface Scopes extends WebhooksScopes {}
}
