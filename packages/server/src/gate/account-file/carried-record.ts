import { timestamp } from '../../platform/kernel/clock.ts'
import type { Columns, Entries } from '../../platform/store/columns.ts'
import type { AnyTable } from '../../platform/store/table.ts'

/** The columns that go along in a file of accounts, and the one that rows are found by. */
export function carriedColumns<E extends Entries>(table: Columns<E> & AnyTable, kept?: string): Columns<E> {
  const { carried } = table.facts
  if (carried === undefined || typeof carried === 'string') throw new Error(`rows of ${table.name} do not go along`)
  const left = Object.keys(carried.without).filter((key) => key !== kept)
  return table.omit(...left) as unknown as Columns<E> // a column that was left out is undefined
}

/** What is not there is left out, and so is a time of zero, which stands for never. Times are of the form that all answers have. */
export const carriedRecord = (row: object, ...omitted: readonly string[]): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(row).flatMap(([key, value]) => {
      if (value === undefined || key === 'accountId' || omitted.includes(key)) return []
      if (!key.endsWith('At')) return [[key, value] as const]
      return value === 0 ? [] : [[key, timestamp(Number(value))] as const]
    }),
  )
