import { setImmediate as nextTurn } from 'node:timers/promises'

/** So many rows are read at once, with room for others between. */
export const AT_ONCE = 500
/** Of each list, the newest. */
export const MOST = 10_000

export interface Listed<T> {
  readonly rows: readonly T[]
  readonly isCut: boolean
}

/** A list of which there is a page at a time, whole as far as it is ever given out. */
export async function pages<T>(read: (limit: number, offset: number) => Promise<readonly T[]>): Promise<Listed<T>> {
  const rows: T[] = []
  let isMore = true
  for (; isMore && rows.length < MOST; await nextTurn()) {
    const page = await read(AT_ONCE, rows.length)
    rows.push(...page)
    isMore = page.length === AT_ONCE
  }
  return { rows, isCut: isMore }
}
