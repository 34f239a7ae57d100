import type { Clause } from '../../../platform/store/index-ranges.ts'
import { placeholders } from '../../../platform/store/table.ts'
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
  /** What it was called where it came from. */
  readonly sourceId?: string | undefined
  /** Values of declared fields, each of them wanted. */
  readonly data?: readonly DataFilter[]
}

export interface DataFilter {
  readonly field: string
  /** As `account_data` has it. */
  readonly key: string
  /** Where accounts without a value count as having this one: the keys of the others. What is none of either fits its field no longer. */
  readonly unless?: Others | undefined
}

/** Each of them, the first and the last that there could be, or their form. */
export type Others =
  | { readonly each: readonly string[] }
  | { readonly first: string; readonly last: string }
  | { readonly like: string }

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

const broughtAs = (sourceId: string): Clause => ({
  conditions: [`(SELECT 1 FROM account_origins AS o WHERE o.account_id = id AND o.source_id = ?) IS NOT NULL`],
  params: [sourceId],
})

/** A list has several rows of a field, and each value one at most. */
const withValue = ({ field, key, unless }: DataFilter): Clause => {
  const row = `SELECT 1 FROM account_data AS d WHERE d.account_id = id AND d.field = ?`
  const has = `(${row} AND d.value = ?) IS NOT NULL`
  if (!unless) return { conditions: [has], params: [field, key] }
  const [other, params] = isOneOf(unless)
  return { conditions: [`(${has} OR (${row} AND ${other} LIMIT 1) IS NULL)`], params: [field, key, field, ...params] }
}

function isOneOf(others: Others): readonly [condition: string, params: readonly string[]] {
  if ('each' in others) return [`d.value IN (${placeholders(others.each)})`, others.each]
  return 'like' in others ? [`d.value LIKE ?`, [others.like]] : [`d.value BETWEEN ? AND ?`, [others.first, others.last]]
}

export function conditionsOf({
  id,
  email,
  role,
  isBanned,
  isVerified,
  hasTwoFactor,
  provider,
  sourceId,
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
  if (sourceId !== undefined) common.push(broughtAs(sourceId))
  common.push(...data.map(withValue))
  const others = [isVerified ?? hasTwoFactor, provider, sourceId].filter((one) => one !== undefined)
  const lookups = others.length + data.length
  return { rare, common, lookups }
}
