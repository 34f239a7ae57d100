import type { Value } from '../engine.ts'
import type { Role } from './accounts.ts'

export interface AccountFilter {
  /** The beginning of an address. */
  readonly search?: string | undefined
  readonly email?: string | undefined
  readonly role?: Role | undefined
  readonly isBanned?: boolean | undefined
}

export interface AccountOrder {
  readonly by: 'created_at' | 'updated_at'
  readonly isAscending: boolean
}

export function conditionsOf({ search, email, role, isBanned }: AccountFilter): {
  readonly where: string
  readonly params: readonly Value[]
} {
  const conditions: string[] = []
  const params: Value[] = []
  if (email !== undefined) {
    conditions.push(`email = ?`)
    params.push(email)
  }
  if (search !== undefined) {
    conditions.push(`email LIKE ? ESCAPE '!'`)
    params.push(`${search.replace(/[!%_]/g, '!$&')}%`)
  }
  if (role !== undefined) {
    conditions.push(`role = ?`)
    params.push(role)
  }
  if (isBanned !== undefined) conditions.push(`banned_at IS ${isBanned ? 'NOT NULL' : 'NULL'}`)
  return { where: conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : '', params }
}
