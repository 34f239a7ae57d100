import { canonicalEmail } from '../../kernel/email-address.ts'
import { isId } from '../../kernel/ids.ts'
import { isRole } from '../../kernel/roles.ts'
import { beginningsOf } from '../../kernel/search-words.ts'
import type { AccountFilter, AccountOrder, AccountSearch } from '../../store/tables/account-filter.ts'

interface AccountQuery {
  readonly search?: string
  readonly email?: string
  readonly role?: string
  readonly banned?: string
  readonly orderBy?: string
  readonly orderDirection?: string
}

type Read = { readonly filter: AccountFilter; readonly order: AccountOrder } | { readonly problem: string }

/** As long as the longest address. */
const MAX_SEARCH = 254
/** What an address has in it. NUL and the like would not get into PostgreSQL. */
const ADDRESS = /^[\x21-\x7e]+$/

/** Filters and order of a list of accounts, from their text; or what is wrong with it. */
export function readAccountQuery(query: AccountQuery): Read {
  const { role, banned, orderBy = 'created_at', orderDirection = 'desc' } = query
  if (role !== undefined && !isRole(role)) return { problem: 'role must be user or admin.' }
  if (banned !== undefined && banned !== 'true' && banned !== 'false') return { problem: 'banned must be true or false.' }
  if (orderBy !== 'created_at' && orderBy !== 'updated_at') return { problem: 'orderBy must be created_at or updated_at.' }
  if (orderDirection !== 'asc' && orderDirection !== 'desc') return { problem: 'orderDirection must be asc or desc.' }
  const { search = '' } = query
  if (search.length > MAX_SEARCH) return { problem: `search must be of at most ${MAX_SEARCH} characters.` }
  const email = query.email === undefined ? undefined : (canonicalEmail(query.email) ?? '')
  return {
    filter: { search: searchFor(search), email, role, isBanned: banned === undefined ? undefined : banned === 'true' },
    order: { by: orderBy, isAscending: orderDirection === 'asc' },
  }
}

function searchFor(typed: string): AccountSearch | undefined {
  const text = typed.trim().toLowerCase()
  if (text === '') return undefined
  return {
    beginnings: beginningsOf(text),
    address: ADDRESS.test(text) ? text : undefined,
    id: isId(text) ? text : undefined,
  }
}
