import { isRole } from '../../../gate/accounts/roles.ts'
import type { AccountFilter, AccountOrder, AccountSearch } from '../../../gate/accounts/tables/account-filter.ts'
import { canonicalEmail } from '../../../platform/kernel/email-address.ts'
import { isId } from '../../../platform/kernel/ids.ts'
import { beginningsOf } from '../../../platform/kernel/search-words.ts'

interface AccountQuery {
  readonly search?: string
  readonly email?: string
  readonly role?: string
  readonly banned?: string
  readonly verified?: string
  readonly twoFactor?: string
  readonly provider?: string
  readonly orderBy?: string
  readonly orderDirection?: string
}

type Read = { readonly filter: AccountFilter; readonly order: AccountOrder } | { readonly problem: string }

/** As long as the longest address. */
const MAX_SEARCH = 254
/** As the configuration writes them. */
const PROVIDER = /^[a-z0-9_-]{1,64}$/
/** What an address has in it. NUL and the like would not get into PostgreSQL. */
const ADDRESS = /^[\x21-\x7e]+$/

/** Filters and order of a list of accounts, from their text; or what is wrong with it. */
export function readAccountQuery(query: AccountQuery): Read {
  const { role, banned, verified, twoFactor, provider, orderBy = 'created_at', orderDirection = 'desc' } = query
  if (role !== undefined && !isRole(role)) return { problem: 'role must be user or admin.' }
  for (const [name, value] of Object.entries({ banned, verified, twoFactor }))
    if (value !== undefined && value !== 'true' && value !== 'false') return { problem: `${name} must be true or false.` }
  if (provider !== undefined && !PROVIDER.test(provider)) return { problem: 'provider must be the name of one.' }
  if (orderBy !== 'created_at' && orderBy !== 'updated_at') return { problem: 'orderBy must be created_at or updated_at.' }
  if (orderDirection !== 'asc' && orderDirection !== 'desc') return { problem: 'orderDirection must be asc or desc.' }
  const { search = '' } = query
  if (search.length > MAX_SEARCH) return { problem: `search must be of at most ${MAX_SEARCH} characters.` }
  const email = query.email === undefined ? undefined : (canonicalEmail(query.email) ?? '')
  return {
    filter: {
      search: searchFor(search),
      email,
      role,
      isBanned: isTrue(banned),
      isVerified: isTrue(verified),
      hasTwoFactor: isTrue(twoFactor),
      provider,
    },
    order: { by: orderBy, isAscending: orderDirection === 'asc' },
  }
}

const isTrue = (value: string | undefined): boolean | undefined => (value === undefined ? undefined : value === 'true')

function searchFor(typed: string): AccountSearch | undefined {
  const text = typed.trim().toLowerCase()
  if (text === '') return undefined
  return {
    beginnings: beginningsOf(text),
    address: ADDRESS.test(text) ? text : undefined,
    id: isId(text) ? text : undefined,
  }
}
