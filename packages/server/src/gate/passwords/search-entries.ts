import { lowerBound } from '../../platform/kernel/lower-bound.ts'
import { ENTRY_BYTES, ENTRY_RANGE } from './breached-format.ts'

/** Entries that are read at a time: 4 KB. */
export const BLOCK = 512
/** Hashes are spread evenly, so two or three guesses find the place. A list that is not even costs no more than halving it. */
const MAX_GUESSES = 6

/** Reads the entries from an index on. */
export type ReadEntries = (from: number, count: number) => Promise<Buffer>

export const entryAt = (entries: Buffer, index: number): bigint => entries.readBigUInt64BE(index * ENTRY_BYTES)

/** Whether a list in ascending order has an entry. Throws where two parts of it are not in order. */
export async function hasEntry(count: number, wanted: bigint, readEntries: ReadEntries): Promise<boolean> {
  let [from, to] = [0, count]
  let [floor, ceiling] = [-1n, ENTRY_RANGE]
  for (let reads = 0; from < to; reads++) {
    const part = reads < MAX_GUESSES ? Number(wanted - floor) / Number(ceiling - floor) : 0.5
    const middle = from + Math.floor(part * (to - from))
    const start = Math.max(from, Math.min(middle - BLOCK / 2, to - BLOCK))
    const size = Math.min(BLOCK, to - start)
    const entries = await readEntries(start, size)
    const [first, last] = [entryAt(entries, 0), entryAt(entries, size - 1)]
    if (first <= floor || last < first || last >= ceiling) throw new Error('its entries are not in order')
    if (wanted < first) [to, ceiling] = [start, first]
    else if (wanted > last) [from, floor] = [start + size, last]
    else return isAmong(entries, size, wanted)
  }
  return false
}

function isAmong(entries: Buffer, count: number, wanted: bigint): boolean {
  const found = lowerBound(count, (index) => entryAt(entries, index) < wanted)
  return found < count && entryAt(entries, found) === wanted
}
