import { hash } from 'node:crypto'

/** Trees of hashes as transparency logs keep them: RFC 6962, section 2.1, unchanged in RFC 9162. */
const [LEAF, NODE] = [Buffer.of(0), Buffer.of(1)]

export const HASH_BYTES = 32

/** At once, because a log of a million events has two million of them: an object for each hash takes twice as long. */
const sha256 = (bytes: Buffer): Buffer => hash('sha256', bytes, 'buffer')

export const leafHash = (entry: string | Buffer): Buffer =>
  sha256(Buffer.concat([LEAF, typeof entry === 'string' ? Buffer.from(entry) : entry]))

const nodeHash = (left: Buffer, right: Buffer): Buffer => sha256(Buffer.concat([NODE, left, right]))

/** Of a tree without leaves. */
const EMPTY_ROOT = sha256(Buffer.alloc(0))

/** Of the whole subtree of 2^height leaves that begins at the leaf `index * 2^height`. */
export type HashOf = (height: number, index: number) => Promise<Buffer>

/**
 * A tree that only grows, of which nothing is kept but the roots of its whole subtrees, the largest first: as many as the size has ones in
 * binary.
 */
export class GrowingTree {
  #size: number
  readonly #peaks: Buffer[]

  constructor(size = 0, peaks: readonly Buffer[] = []) {
    if (peaks.length !== onesOf(size)) throw new Error(`a tree of ${size} leaves has not ${peaks.length} whole subtrees`)
    this.#size = size
    this.#peaks = [...peaks]
  }

  get size(): number {
    return this.#size
  }

  get peaks(): readonly Buffer[] {
    return this.#peaks
  }

  /** `onWhole` is told of every subtree that the leaf makes whole, itself included, from the smallest on. */
  add(leaf: Buffer, onWhole: (height: number, hash: Buffer) => void = () => undefined): void {
    let [hash, height] = [leaf, 0]
    onWhole(height, hash)
    // Not by bits: beyond 2^31 they would be others.
    for (let whole = this.#size; whole % 2 === 1; whole = (whole - 1) / 2) {
      hash = nodeHash(this.#peaks.pop() ?? EMPTY_ROOT, hash)
      height++
      onWhole(height, hash)
    }
    this.#peaks.push(hash)
    this.#size++
  }

  root(): Buffer {
    return (
      this.#peaks.reduceRight<Buffer | undefined>((right, left) => (right ? nodeHash(left, right) : left), undefined) ??
      EMPTY_ROOT
    )
  }
}

function onesOf(size: number): number {
  let ones = 0
  for (let rest = size; rest > 0; rest = Math.floor(rest / 2)) ones += rest % 2
  return ones
}

/** The whole subtrees of a tree of this size: the largest first. */
function* wholeSubtrees(size: number): Generator<readonly [height: number, index: number]> {
  let [start, width, height] = [0, 1, 0]
  for (; width * 2 <= size; height++) width *= 2
  for (; width >= 1; width /= 2, height--) {
    if (start + width > size) continue
    yield [height, start / width]
    start += width
  }
}

export async function treeOf(size: number, hashOf: HashOf): Promise<GrowingTree> {
  const peaks: Buffer[] = []
  for (const [height, index] of wholeSubtrees(size)) peaks.push(await hashOf(height, index))
  return new GrowingTree(size, peaks)
}

/** What shows that a leaf is in the tree: the hashes beside its way to the root, the nearest first. */
export async function inclusionProof(index: number, size: number, hashOf: HashOf): Promise<readonly Buffer[]> {
  if (index < 0 || index >= size) throw new Error(`a tree of ${size} leaves has no leaf ${index}`)
  const proof: Buffer[] = []
  for (let [start, end] = [0, size]; end - start > 1; ) {
    const middle = start + largestPowerBelow(end - start)
    const isLeft = index < middle
    proof.push(await hashBetween(isLeft ? middle : start, isLeft ? end : middle, hashOf))
    if (isLeft) end = middle
    else start = middle
  }
  return proof.reverse()
}

/** The root that follows from a leaf and its proof; undefined where the proof is not one for a tree of this size. */
export function rootFrom(proof: readonly Buffer[], index: number, size: number, leaf: Buffer): Buffer | undefined {
  if (index < 0 || index >= size) return undefined
  const sides: boolean[] = []
  for (let [start, end] = [0, size]; end - start > 1; ) {
    const middle = start + largestPowerBelow(end - start)
    const isLeft = index < middle
    sides.unshift(isLeft)
    if (isLeft) end = middle
    else start = middle
  }
  if (sides.length !== proof.length) return undefined
  return proof.reduce((hash, beside, at) => (sides[at] ? nodeHash(hash, beside) : nodeHash(beside, hash)), leaf)
}

/** Of at least two leaves, the whole subtree on the left. */
function largestPowerBelow(leaves: number): number {
  let power = 1
  while (power * 2 < leaves) power *= 2
  return power
}

/** `start` is a multiple of the largest power of two that the range holds. */
async function hashBetween(start: number, end: number, hashOf: HashOf): Promise<Buffer> {
  const peaks: Buffer[] = []
  for (const [height, index] of wholeSubtrees(end - start)) peaks.push(await hashOf(height, start / 2 ** height + index))
  return new GrowingTree(end - start, peaks).root()
}
