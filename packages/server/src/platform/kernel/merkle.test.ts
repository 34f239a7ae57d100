import { describe, expect, it } from 'vitest'
import { GrowingTree, type HashOf, inclusionProof, leafHash, rootFrom, treeOf } from './merkle.ts'

/** Of the reference implementation of RFC 6962 (google/certificate-transparency, merkle_tree_test). */
const LEAVES = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f']
const ROOTS = [
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
]
/** PATH(m, D[n]) of the same: leaf, size, hashes. */
const PATHS = [
  [0, 1, []],
  [
    0,
    8,
    [
      '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
    ],
  ],
  [
    5,
    8,
    [
      'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
      'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
      'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    ],
  ],
  [2, 3, ['fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125']],
] as const

const hashes = LEAVES.map((leaf) => leafHash(Buffer.from(leaf, 'hex')))
const hex = (bytes: Buffer | undefined): string | undefined => bytes?.toString('hex')

/** A tree of so many leaves, and every whole subtree of it. */
function grown(leaves: readonly Buffer[]) {
  const whole = new Map<string, Buffer>()
  const tree = new GrowingTree()
  for (const [at, leaf] of leaves.entries())
    tree.add(leaf, (height, hash) => whole.set(`${height} ${Math.floor(at / 2 ** height)}`, hash))
  const hashOf: HashOf = async (height, index) => {
    const found = whole.get(`${height} ${index}`)
    if (!found) throw new Error(`no subtree ${index} of height ${height}`)
    return found
  }
  return { tree, hashOf }
}

describe('a growing tree', () => {
  it.each([...ROOTS.entries()])('of %i leaves has the root of the reference', (size, root) => {
    expect(hex(grown(hashes.slice(0, size)).tree.root())).toBe(root)
  })

  it('is the same when it goes on from what was kept, and when it is put together from its subtrees', async () => {
    const { tree, hashOf } = grown(hashes.slice(0, 5))
    const kept = new GrowingTree(tree.size, tree.peaks)
    for (const leaf of hashes.slice(5)) kept.add(leaf)
    expect(hex(kept.root())).toBe(ROOTS[8])
    expect(hex((await treeOf(5, hashOf)).root())).toBe(ROOTS[5])
  })

  it('does not go on from what is no tree of its size', () => {
    expect(() => new GrowingTree(3, hashes.slice(0, 1))).toThrow('a tree of 3 leaves')
  })
})

describe('a proof that a leaf is in the tree', () => {
  it.each(PATHS)('for leaf %i of %i is that of the reference', async (index, size, path) => {
    const { hashOf } = grown(hashes.slice(0, size))
    expect((await inclusionProof(index, size, hashOf)).map(hex)).toEqual(path)
  })

  it('leads to the root for every leaf of trees up to 40, and to no other with one that was changed', async () => {
    const leaves = Array.from({ length: 40 }, (_, at) => leafHash(String(at)))
    for (let size = 1; size <= leaves.length; size++) {
      const { tree, hashOf } = grown(leaves.slice(0, size))
      for (let index = 0; index < size; index++) {
        const proof = await inclusionProof(index, size, hashOf)
        expect(rootFrom(proof, index, size, leafHash(String(index)))).toEqual(tree.root())
        expect(rootFrom(proof, index, size, leafHash('another'))).not.toEqual(tree.root())
        expect(rootFrom([...proof, leafHash('more')], index, size, leafHash(String(index)))).toBeUndefined()
      }
    }
  })
})
