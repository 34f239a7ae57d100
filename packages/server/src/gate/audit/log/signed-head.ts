import { checkpointText, readCheckpoint } from '../../../platform/kernel/checkpoint.ts'
import { GrowingTree } from '../../../platform/kernel/merkle.ts'
import { type NoteSigner, type NoteVerifier, openNote, signNote } from '../../../platform/kernel/signed-note.ts'
import type { Head } from './head.ts'
import { readHashes, writtenHashes } from './tiles.ts'

/** What the log says of itself was changed, or signed under another SECRET. */
class HeadNotOurs extends Error {
  constructor() {
    super('the head of the audit log is not as it was signed: run `latchkey audit verify`')
  }
}

/** Apart from the checkpoints, which are handed out: none of them can be put in the place of the head. */
const nameOf = (origin: string): string => `${origin}/head`

export function signedHead(signer: NoteSigner, tree: GrowingTree, first: number): Head {
  const { name: origin } = signer
  const extensions = [`first ${first}`]
  const text = checkpointText({ origin: nameOf(origin), size: tree.size, root: tree.root(), extensions })
  return { origin, size: tree.size, first, peaks: writtenHashes(tree.peaks), note: signNote(signer, text) }
}

/** What was signed, whatever stands beside it; undefined where it is not ours. */
export function readHead(verifier: NoteVerifier, note: string) {
  const text = openNote(verifier, note)
  const said = text === undefined ? undefined : readCheckpoint(text)
  const [, first] = /^first (\d+)$/.exec(said?.extensions[0] ?? '') ?? []
  if (said?.origin !== nameOf(verifier.name) || first === undefined) return undefined
  return { size: said.size, root: said.root, first: Number(first) }
}

/** The tree goes on from here. Throws where a row or its signature is not ours. */
export function treeOfHead(verifier: NoteVerifier, head: Head): GrowingTree {
  const said = readHead(verifier, head.note)
  const peaks = readHashes(head.peaks)
  if (!said || !peaks || said.size !== head.size || said.first !== head.first) throw new HeadNotOurs()
  try {
    const tree = new GrowingTree(head.size, peaks)
    if (tree.root().equals(said.root)) return tree
  } catch {
    // Too few or too many.
  }
  throw new HeadNotOurs()
}

export const signedCheckpoint = (signer: NoteSigner, tree: GrowingTree): string =>
  signNote(signer, checkpointText({ origin: signer.name, size: tree.size, root: tree.root(), extensions: [] }))
