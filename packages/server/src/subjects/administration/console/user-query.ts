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

/** An unknown state is passed on as `banned`, for the route to refuse. */
export function userQuery(query: Texts): Texts {
  const { state, order = '', ...filters } = chosen(query, USER_FILTERS)
  return {
    ...filters,
    ...(state !== undefined && (named(STATES, state) ?? { banned: state })),
    ...(named(ORDERS, order) ?? ORDERS['newest']),
    include: 'lastActiveAt',
  }
}
