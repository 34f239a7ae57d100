import type { InviteStatus } from '../../../gate/accounts/tables/invite-table.ts'
import type { InviteFilter } from '../tables/invites.ts'

export const INVITE_STATUSES = ['pending', 'accepted', 'revoked', 'expired'] as const satisfies readonly InviteStatus[]

type InviteQuery = { readonly search?: string; readonly status?: string }

export function readInviteQuery(query: InviteQuery): { readonly filter: InviteFilter } | { readonly problem: string } {
  const status = INVITE_STATUSES.find((one) => one === query.status)
  if (query.status !== undefined && !status) return { problem: `status must be one of ${INVITE_STATUSES.join(', ')}.` }
  const search = query.search?.trim().toLowerCase()
  if (search !== undefined && !/^[\x21-\x7e]{0,254}$/.test(search))
    return { problem: 'search must be the beginning of an address.' }
  return { filter: { search: search || undefined, status } }
}
