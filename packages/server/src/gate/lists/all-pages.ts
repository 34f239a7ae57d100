import { setImmediate as nextTurn } from 'node:timers/promises'

export const AT_ONCE = 500
export const MOST = 10_000

export type CappedList<T> = { readonly rows: readonly T[]; readonly isCut: boolean }

export async function pages<T>(read: (limit: number, offset: number) => Promise<readonly T[]>): Promise<CappedList<T>> {
  const rows: T[] = []
  let isMore = true
  for (; isMore && rows.length < MOST; await nextTurn()) {
    const page = await read(AT_ONCE, rows.length)
    rows.push(...page)
    isMore = page.length === AT_ONCE
  }
  return { rows, isCut: isMore }
}
