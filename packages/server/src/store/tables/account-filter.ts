import type { Role } from '../../kernel/roles.ts'
import type { Clause } from './stretches.ts'

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
}

interface Conditions {
  /** What few accounts match: each of these has an index. */
  readonly rare: readonly Clause[]
  /** What few accounts do not match. */
  readonly common: readonly Clause[]
}

const ADMIN = `role = 'admin'`
const BANNED = `banned_at IS NOT NULL`

/** Everything but the search. */
export function conditionsOf({ id, email, role, isBanned }: AccountFilter): Conditions {
  const rare: Clause[] = []
  const common: Clause[] = []
  if (id !== undefined) rare.push({ conditions: [`id = ?`], params: [id] })
  if (email !== undefined) rare.push({ conditions: [`email = ?`], params: [email] })
  for (const [condition, isWanted] of [
    [ADMIN, role === undefined ? undefined : role === 'admin'],
    [BANNED, isBanned],
  ] as const) {
    if (isWanted === true) rare.push({ conditions: [condition], params: [] })
    if (isWanted === false) common.push({ conditions: [`NOT (${condition})`], params: [] })
  }
  return { rare, common }
}
