/** What a key may open of the administrators' routes. */
export const SCOPES = [
  'users:read',
  'users:write',
  'sessions:write',
  'invites:write',
  'orgs:read',
  'orgs:write',
  'audit:read',
] as const

export type Scope = (typeof SCOPES)[number]

export const isScope = (text: string): text is Scope => SCOPES.some((scope) => scope === text)
