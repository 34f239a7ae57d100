import { Type } from 'typebox'
import { type AdminScopes, EVERYTHING } from '../../../gate/accounts/admin-scopes.ts'
import { SCOPES } from '../../../platform/kernel/scopes.ts'

export const ScopesView = Type.Union([Type.Literal(EVERYTHING), Type.Array(Type.String({ enum: SCOPES }))], {
  description: 'What an administrator may do: `all`, or some of the scopes; absent for other accounts.',
})

export const scopesView = (scopes: AdminScopes) => (scopes === undefined ? EVERYTHING : [...scopes])
