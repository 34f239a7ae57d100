import type { Value } from '../engine.ts'
import type { Role } from './accounts.ts'

export interface AccountFilter {
  /** The beginning of an address. */
  readonly search?: string | undefined
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

/** After every character that a search may have in it, so that a prefix is a range of the index on addresses. */
const LAST = '\x7f'

const ADMIN = `role = 'admin'`
const BANNED = `banned_at IS NOT NULL`

export function conditionsOf({ search, email, role, isBanned }: AccountFilter): Conditions {
  const rare: string[] = []
  const params: Value[] = []
  const exceptions: string[] = []
  if (email !== undefined) {
    rare.push(`email = ?`)
    params.push(email)
  }
  if (search !== undefined) {
    rare.push(`email >= ?`, `email < ?`)
    params.push(search, `${search}${LAST}`)
  }
  if (role !== undefined) (role === 'admin' ? rare : exceptions).push(ADMIN)
  if (isBanned !== undefined) (isBanned ? rare : exceptions).push(BANNED)
  return { rare, params, common: exceptions.map((exception) => `NOT (${exception})`), exceptions }
}
