import { array, assert, asyncProperty, bigInt, nat } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ENTRY_BYTES, ENTRY_RANGE } from './breached-format.ts'
import { BLOCK, hasEntry } from './search-entries.ts'

/** A list that is made where it is read, so that it may be as long as a real one. */
function listOf(count: number, entry: (index: number) => bigint) {
  const reads: number[] = []
  const readEntries = async (from: number, size: number): Promise<Buffer> => {
    reads.push(size)
    const block = Buffer.alloc(size * ENTRY_BYTES)
    for (let at = 0; at < size; at++) block.writeBigUInt64BE(entry(from + at), at * ENTRY_BYTES)
    return block
  }
  return { reads, has: (wanted: bigint) => hasEntry(count, wanted, readEntries) }
}

/** Spread as hashes are: each at a random place in its share of the range. */
function likeHashes(count: number) {
  const share = ENTRY_RANGE / BigInt(count)
  const entry = (index: number): bigint => BigInt(index) * share + ((BigInt(index * 2_654_435_761) * 0x9e3779b97f4a7c15n) % share)
  return { entry, ...listOf(count, entry) }
}

describe('hasEntry', () => {
  it('says of every list what a look at each entry would say', async () => {
    const lists = array(bigInt({ min: 0n, max: ENTRY_RANGE - 1n }), { maxLength: 3 * BLOCK, size: 'max' })
    await assert(
      asyncProperty(lists, bigInt({ min: 0n, max: ENTRY_RANGE - 1n }), nat(), async (some, other, at) => {
        const sorted = [...new Set(some)].sort((one, two) => (one < two ? -1 : 1))
        const { has } = listOf(sorted.length, (index) => sorted[index] ?? 0n)
        const member = sorted[at % sorted.length]
        expect(await has(other)).toBe(sorted.includes(other))
        if (member !== undefined) expect(await has(member)).toBe(true)
      }),
      { numRuns: 50 },
    )
  })

  it.each([50_000_000, 1_000_000_000])('reads a few blocks of a list of %i', async (count) => {
    const { entry, reads, has } = likeHashes(count)
    for (let index = 0; index < count; index += Math.floor(count / 97)) {
      reads.length = 0
      expect([await has(entry(index)), await has(entry(index) + 1n)]).toEqual([true, false])
      expect(reads.length).toBeLessThanOrEqual(2 * 3)
      expect(Math.max(...reads)).toBe(BLOCK)
    }
  })

  it('finds the first and the last', async () => {
    const { has } = listOf(5000, (index) => (index === 0 ? 0n : ENTRY_RANGE - 5000n + BigInt(index)))
    expect([await has(0n), await has(ENTRY_RANGE - 1n), await has(1n)]).toEqual([true, true, false])
  })

  it('reads a list that is not even no more often than halving and six guesses take', async () => {
    const count = 10_000_000
    const { reads, has } = listOf(count, (index) => (BigInt(index) ** 7n * ENTRY_RANGE) / BigInt(count) ** 7n + BigInt(index))
    await has(ENTRY_RANGE / 2n ** 40n)
    expect(reads.length).toBeLessThanOrEqual(6 + Math.ceil(Math.log2(count / BLOCK)))
  })

  it('notices that a part of the list is gone', async () => {
    const { has } = listOf(5000, (index) => (index < 2500 ? (ENTRY_RANGE / 5000n) * BigInt(index) : 0n))
    await expect(has((ENTRY_RANGE / 3n) * 2n)).rejects.toThrow('not in order')
  })
})
