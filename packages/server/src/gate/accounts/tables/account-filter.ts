import type { Clause } from '../../../platform/store/index-ranges.ts'
import type { Role } from '../roles.ts'

export interface AccountOrder {
  readonly by: 'created_at' | 'updated_at'
  readonly isAscending: boolean
}

/** What an administrator has typed to find an account. */
export interface AccountSearch {
  /** What the words of its name and address have to begin with, each one of them. */
  readonly beginnings: readonly string[]
  /** The same as the beginning of an address, if it can be one. */
  readonly address: string | undefined
  readonly id: string | undefined
}

export interface AccountFilter {
  readonly search?: AccountSearch | undefined
  readonly id?: string | undefined
  readonly email?: string | undefined
  readonly role?: Role | undefined
  readonly isBanned?: boolean | undefined
  readonly isVerified?: boolean | undefined
  readonly hasTwoFactor?: boolean | undefined
  /** The configured name of one that it is connected with. */
  readonly provider?: string | undefined
}

interface Conditions {
  /** What few accounts match: each of these has an index. */
  readonly rare: readonly Clause[]
  /** What is tested on each account, as few are left out by it or it stands in another table. */
  readonly common: readonly Clause[]
  /** How often a test goes to look beyond the indexes that accounts are listed by. */
  readonly lookups: number
}

const ADMIN = `role = 'admin'`
const BANNED = `banned_at IS NOT NULL`
const UNVERIFIED = `verified_at IS NULL`
const TWO_FACTOR = `two_factor_enabled_at IS NOT NULL`

/** Of whatever row stands around it: identities have no `id` of their own. */
const connectedWith = (provider: string): Clause => ({
  conditions: [`(SELECT 1 FROM identities AS i WHERE i.account_id = id AND i.provider = ?) IS NOT NULL`],
  params: [provider],
})

/** Everything but the search. */
export function conditionsOf({ id, email, role, isBanned, isVerified, hasTwoFactor, provider }: AccountFilter): Conditions {
  const rare: Clause[] = []
  const common: Clause[] = []
  if (id !== undefined) rare.push({ conditions: [`id = ?`], params: [id] })
  if (email !== undefined) rare.push({ conditions: [`email = ?`], params: [email] })
  for (const [condition, isWanted] of [
    [ADMIN, role === undefined ? undefined : role === 'admin'],
    [BANNED, isBanned],
    [UNVERIFIED, isVerified === undefined ? undefined : !isVerified],
    [TWO_FACTOR, hasTwoFactor],
  ] as const) {
    if (isWanted === true) rare.push({ conditions: [condition], params: [] })
    if (isWanted === false) common.push({ conditions: [`NOT (${condition})`], params: [] })
  }
  if (provider !== undefined) common.push(connectedWith(provider))
  const lookups = Number(isVerified !== undefined || hasTwoFactor !== undefined) + Number(provider !== undefined)
  return { rare, common, lookups }
}
