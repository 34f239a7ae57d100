import { chosen } from '../../../gate/pages/console/filters.tsx'
import type { Texts } from '../../../platform/kernel/hosted-page.ts'

export const USER_FILTERS = ['search', 'role', 'state', 'twoFactor', 'provider', 'order'] as const

const ORDERS: Readonly<Record<string, Texts>> = {
  newest: { orderBy: 'created_at', orderDirection: 'desc' },
  oldest: { orderBy: 'created_at', orderDirection: 'asc' },
  changed: { orderBy: 'updated_at', orderDirection: 'desc' },
}

const STATES: Readonly<Record<string, Texts>> = {
  banned: { banned: 'true' },
  notBanned: { banned: 'false' },
  unverified: { verified: 'false' },
  verified: { verified: 'true' },
}

const named = (table: Readonly<Record<string, Texts>>, name: string): Texts | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined

/** What the route is asked for, from what was chosen on the page. A state that there is not is left for the route to refuse. */
export function userQuery(query: Texts): Texts {
  const { search, role, state, twoFactor, provider, order = '' } = chosen(query, USER_FILTERS)
  return {
    ...(search !== undefined && { search }),
    ...(role !== undefined && { role }),
    ...(state !== undefined && (named(STATES, state) ?? { banned: state })),
    ...(twoFactor !== undefined && { twoFactor }),
    ...(provider !== undefined && { provider }),
    ...(named(ORDERS, order) ?? ORDERS['newest']),
    include: 'lastActiveAt',
  }
}
