import { isId } from '../../../platform/kernel/ids.ts'
import { beginningsOf } from '../../../platform/kernel/search-words.ts'
import type { OrganisationFilter } from '../tables/organisation-list.ts'

const MAX_SEARCH = 100

/** Filters of a list of organisations, from their text; or what is wrong with it. */
export function readOrgQuery({
  search = '',
  ownerless,
}: {
  readonly search?: string | undefined
  readonly ownerless?: string | undefined
}): { readonly filter: OrganisationFilter } | { readonly problem: string } {
  if (ownerless !== undefined && ownerless !== 'true' && ownerless !== 'false')
    return { problem: 'ownerless must be true or false.' }
  if (search.length > MAX_SEARCH) return { problem: `search must be of at most ${MAX_SEARCH} characters.` }
  const typed = search.trim().toLowerCase()
  const beginnings = beginningsOf(typed)
  return {
    filter: {
      id: isId(typed) ? typed : undefined,
      beginnings,
      waitingSlug: beginnings.length > 0 ? `${typed.replace(/[!%_]/g, '!$&')}%` : undefined,
      isImpossible: typed !== '' && beginnings.length === 0,
      isOwnerless: ownerless === undefined ? undefined : ownerless === 'true',
    },
  }
}
