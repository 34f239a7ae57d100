import type { Clause } from '../../../platform/store/index-ranges.ts'
import type { Role } from '../roles.ts'

export type AccountOrder = { readonly by: 'created_at' | 'updated_at'; readonly isAscending: boolean }

export interface AccountSearch {
  /** Each has to be the beginning of a word of the account's name or address. */
  readonly beginnings: readonly string[]
  /** The typed text as the beginning of an address, if it can be one. */
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
  readonly provider?: string | undefined
  /** Values of declared fields, each of them wanted. */
  readonly data?: readonly DataFilter[]
}

export interface DataFilter {
  readonly field: string
  /** As `account_data` has it. */
  readonly key: string
  /** Whether accounts without a value count as having this one. */
  readonly isDefault: boolean
}

interface Conditions {
  /** Matched by few accounts: each has an index. */
  readonly rare: readonly Clause[]
  /** Tested on each account, because few are left out or another table has to be read. */
  readonly common: readonly Clause[]
  /** How many tests read beyond the indexes that accounts are listed by. */
  readonly lookups: number
}

/** `id` is that of the surrounding query: identities have no column of that name. */
const connectedWith = (provider: string): Clause => ({
  conditions: [`(SELECT 1 FROM identities AS i WHERE i.account_id = id AND i.provider = ?) IS NOT NULL`],
  params: [provider],
})

/** A list has several rows of a field, and each value one at most. */
const withValue = ({ field, key, isDefault }: DataFilter): Clause => {
  const row = `SELECT 1 FROM account_data AS d WHERE d.account_id = id AND d.field = ?`
  const has = { conditions: [`(${row} AND d.value = ?) IS NOT NULL`], params: [field, key] }
  return isDefault ? { conditions: [`(${has.conditions[0]} OR (${row} LIMIT 1) IS NULL)`], params: [...has.params, field] } : has
}

export function conditionsOf({
  id,
  email,
  role,
  isBanned,
  isVerified,
  hasTwoFactor,
  provider,
  data = [],
}: AccountFilter): Conditions {
  const rare: Clause[] = []
  const common: Clause[] = []
  if (id !== undefined) rare.push({ conditions: [`id = ?`], params: [id] })
  if (email !== undefined) rare.push({ conditions: [`email = ?`], params: [email] })
  for (const [condition, isWanted] of [
    [`role = 'admin'`, role === undefined ? undefined : role === 'admin'],
    [`banned_at IS NOT NULL`, isBanned],
    [`verified_at IS NULL`, isVerified === undefined ? undefined : !isVerified],
    [`two_factor_enabled_at IS NOT NULL`, hasTwoFactor],
  ] as const) {
    if (isWanted === true) rare.push({ conditions: [condition], params: [] })
    if (isWanted === false) common.push({ conditions: [`NOT (${condition})`], params: [] })
  }
  if (provider !== undefined) common.push(connectedWith(provider))
  common.push(...data.map(withValue))
  const lookups = Number(isVerified !== undefined || hasTwoFactor !== undefined) + Number(provider !== undefined) + data.length
  return { rare, common, lookups }
}
