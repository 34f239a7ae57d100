import type { Role } from '../../kernel/roles.ts'
import type { Value } from '../engine.ts'

/** What somebody has typed to find an account. */
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
  readonly rare: readonly string[]
  readonly params: readonly Value[]
  /** What few accounts do not match, and the condition for those few. */
  readonly common: readonly string[]
  readonly exceptions: readonly string[]
}

const ADMIN = `role = 'admin'`
const BANNED = `banned_at IS NOT NULL`

/** Everything but the search. */
export function conditionsOf({ id, email, role, isBanned }: AccountFilter): Conditions {
  const rare: string[] = []
  const params: Value[] = []
  const exceptions: string[] = []
  for (const [condition, value] of [
    [`id = ?`, id],
    [`email = ?`, email],
  ] as const) {
    if (value === undefined) continue
    rare.push(condition)
    params.push(value)
  }
  if (role !== undefined) (role === 'admin' ? rare : exceptions).push(ADMIN)
  if (isBanned !== undefined) (isBanned ? rare : exceptions).push(BANNED)
  return { rare, params, common: exceptions.map((exception) => `NOT (${exception})`), exceptions }
}
