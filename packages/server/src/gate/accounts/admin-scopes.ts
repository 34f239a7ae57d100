import { isPreset, isScope, SCOPES, type Scope, scopesIn } from '../../platform/kernel/scopes.ts'
import type { Account } from './tables/accounts.ts'

/** What an administrator may do; undefined is everything, what is added to the service later too. */
export type AdminScopes = Account['adminScopes']

export const EVERYTHING = 'all' as const

export const mayDo = ({ adminScopes }: Pick<Account, 'adminScopes'>, scope: Scope | 'none' = 'none'): boolean =>
  scope === 'none' || covers(adminScopes, [scope])

/** Whether those who may do the first may do all of the second. */
export const covers = (mine: AdminScopes, theirs: AdminScopes): boolean =>
  mine === undefined || (theirs?.every((scope) => mine.includes(scope)) ?? false)

/** As the interface shows them, and as they are typed. */
export const namesOf = (scopes: AdminScopes): typeof EVERYTHING | Scope[] => (scopes === undefined ? EVERYTHING : [...scopes])

/** `all`, or names of scopes and presets; `orgs:*` stands for all that begin so. */
export function readAdminScopes(
  typed: string | readonly string[],
): { readonly scopes: AdminScopes } | { readonly unknown: string } {
  if (typed === EVERYTHING) return { scopes: undefined }
  const found = new Set<Scope>()
  for (const name of [typed].flat()) {
    const named = scopesNamed(name)
    if (named.length === 0) return { unknown: name }
    for (const scope of named) found.add(scope)
  }
  return { scopes: SCOPES.filter((scope) => found.has(scope)) }
}

function scopesNamed(name: string): readonly Scope[] {
  if (isScope(name)) return [name]
  if (isPreset(name)) return scopesIn(name)
  return name.endsWith(':*') ? SCOPES.filter((scope) => scope.startsWith(name.slice(0, -1))) : []
}

/** For the log. The scopes of a full administrator are not told, as little as those of a user. */
export const roleInWords = ({ role, adminScopes }: Pick<Account, 'role' | 'adminScopes'>): Readonly<Record<string, string>> =>
  adminScopes === undefined ? { role } : { role, scopes: adminScopes.join(' ') }
