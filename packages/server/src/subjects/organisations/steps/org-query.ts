import { isId } from '../../../platform/kernel/ids.ts'
import { beginningsOf } from '../../../platform/kernel/search-words.ts'
import type { OrganisationFilter } from '../tables/organisation-list.ts'

const MAX_SEARCH = 100

type Query = { readonly search?: string | undefined; readonly ownerless?: string | undefined }
type Parsed = { readonly filter: OrganisationFilter } | { readonly problem: string }

export function readOrgQuery({ search = '', ownerless }: Query): Parsed {
  if (![undefined, 'true', 'false'].includes(ownerless)) return { problem: 'ownerless must be true or false.' }
  if (search.length > MAX_SEARCH) return { problem: `search must be of at most ${MAX_SEARCH} characters.` }
  const typed = search.trim().toLowerCase()
  const beginnings = beginningsOf(typed)
  const id = isId(typed) ? typed : undefined
  const waitingSlug = beginnings.length > 0 ? `${typed.replace(/[!%_]/g, '!$&')}%` : undefined
  const isOwnerless = ownerless === undefined ? undefined : ownerless === 'true'
  return { filter: { id, beginnings, waitingSlug, isImpossible: typed !== '' && beginnings.length === 0, isOwnerless } }
}
