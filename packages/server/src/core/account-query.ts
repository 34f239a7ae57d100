import { canonicalEmail } from '../kernel/email-address.ts'
import type { AccountFilter } from '../store/tables/account-filter.ts'
import type { AccountOrder } from '../store/tables/account-list.ts'

interface AccountQuery {
  readonly search?: string
  readonly email?: string
  readonly role?: string
  readonly banned?: string
  readonly orderBy?: string
  readonly orderDirection?: string
}

type Read = { readonly filter: AccountFilter; readonly order: AccountOrder } | { readonly problem: string }

/** An address prefix as it would be stored. NUL and the like are in no address, and PostgreSQL refuses them. */
const SEARCH = /^[\x21-\x7e]{0,254}$/

/** Filters and order of a list of accounts, from their text; or what is wrong with it. */
export function readAccountQuery(query: AccountQuery): Read {
  const { role, banned, orderBy = 'created_at', orderDirection = 'desc' } = query
  if (role !== undefined && role !== 'user' && role !== 'admin') return { problem: 'role must be user or admin.' }
  if (banned !== undefined && banned !== 'true' && banned !== 'false') return { problem: 'banned must be true or false.' }
  if (orderBy !== 'created_at' && orderBy !== 'updated_at') return { problem: 'orderBy must be created_at or updated_at.' }
  if (orderDirection !== 'asc' && orderDirection !== 'desc') return { problem: 'orderDirection must be asc or desc.' }
  const search = query.search?.trim().toLowerCase()
  if (search !== undefined && !SEARCH.test(search)) return { problem: 'search must be the beginning of an address.' }
  const email = query.email === undefined ? undefined : (canonicalEmail(query.email) ?? '')
  return {
    filter: { search: search || undefined, email, role, isBanned: banned === undefined ? undefined : banned === 'true' },
    order: { by: orderBy, isAscending: orderDirection === 'asc' },
  }
}
