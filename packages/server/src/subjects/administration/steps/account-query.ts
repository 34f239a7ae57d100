import { isRole } from '../../../gate/accounts/roles.ts'
import type { AccountFilter, AccountOrder, AccountSearch } from '../../../gate/accounts/tables/account-filter.ts'
import type { Fields } from '../../../gate/data/field.ts'
import { readDataQuery } from '../../../gate/data/search.ts'
import { canonicalEmail } from '../../../platform/kernel/email-address.ts'
import { isId } from '../../../platform/kernel/ids.ts'
import { beginningsOf } from '../../../platform/kernel/search-words.ts'
import { isSourceId } from '../../import/index.ts'

type Field =
  | ('search' | 'email' | 'role' | 'banned' | 'verified' | 'twoFactor' | 'provider' | 'sourceId')
  | ('orderBy' | 'orderDirection')
type AccountList = { readonly filter: AccountFilter; readonly order: AccountOrder }

/** The length of the longest email address. */
const MAX_SEARCH = 254
/** The names that the configuration allows. */
const PROVIDER = /^[a-z0-9_-]{1,64}$/
/** PostgreSQL refuses text with NUL in it. */
const ADDRESS = /^[\x21-\x7e]+$/

export function readAccountQuery(
  query: Partial<Record<Field, string>>,
  fields: Fields = [],
): AccountList | { readonly problem: string } {
  const {
    search = '',
    role,
    banned,
    verified,
    twoFactor,
    provider,
    sourceId,
    orderBy = 'created_at',
    orderDirection = 'desc',
  } = query
  if (role !== undefined && !isRole(role)) return { problem: 'role must be user or admin.' }
  for (const [name, value] of Object.entries({ banned, verified, twoFactor }))
    if (value !== undefined && value !== 'true' && value !== 'false') return { problem: `${name} must be true or false.` }
  if (provider !== undefined && !PROVIDER.test(provider)) return { problem: 'provider must be the name of one.' }
  if (sourceId !== undefined && !isSourceId(sourceId)) return { problem: 'sourceId must be an id of another system.' }
  if (orderBy !== 'created_at' && orderBy !== 'updated_at') return { problem: 'orderBy must be created_at or updated_at.' }
  if (orderDirection !== 'asc' && orderDirection !== 'desc') return { problem: 'orderDirection must be asc or desc.' }
  const data = readDataQuery(query, fields)
  if ('problem' in data) return data
  if (search.length > MAX_SEARCH) return { problem: `search must be of at most ${MAX_SEARCH} characters.` }
  const email = query.email === undefined ? undefined : (canonicalEmail(query.email) ?? '')
  const states = { isBanned: isTrue(banned), isVerified: isTrue(verified), hasTwoFactor: isTrue(twoFactor) }
  return {
    filter: { search: searchFor(search), email, role, ...states, provider, sourceId, ...data },
    order: { by: orderBy, isAscending: orderDirection === 'asc' },
  }
}

const isTrue = (value: string | undefined): boolean | undefined => (value === undefined ? undefined : value === 'true')

function searchFor(typed: string): AccountSearch | undefined {
  const text = typed.trim().toLowerCase()
  if (text === '') return undefined
  return { beginnings: beginningsOf(text), address: ADDRESS.test(text) ? text : undefined, id: isId(text) ? text : undefined }
}
