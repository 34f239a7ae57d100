import { type Checkpoint, readCheckpoint } from '../../../platform/kernel/checkpoint.ts'
import { type NoteVerifier, openNote } from '../../../platform/kernel/signed-note.ts'
import type { LogSource } from './log-source.ts'
import type { Restores } from './restores.ts'
import type { Findings } from './verdict.ts'

export type Said = Pick<Checkpoint, 'size' | 'root'>

/** Undefined where the note is no checkpoint of this log, or its key has not signed it. */
export function openCheckpoint(verifier: NoteVerifier, note: string): Said | undefined {
  const text = openNote(verifier, note)
  const said = text === undefined ? undefined : readCheckpoint(text)
  return said?.origin === verifier.name ? said : undefined
}

/** What the log has said of itself before, here and elsewhere, looked at when the tree has the size that each was about. */
export class KeptCheckpoints {
  readonly #findings: Findings
  readonly #verifier: NoteVerifier
  readonly #stored: AsyncIterator<{ readonly size: number; readonly note: string }>
  readonly #elsewhere: Said[]
  readonly #contradicted: { readonly size: number; readonly good: number }[] = []
  #next: { readonly size: number; readonly note: string } | undefined
  /** The largest size at which all agreed. */
  #good = 0

  private constructor(source: LogSource, verifier: NoteVerifier, elsewhere: readonly Said[], findings: Findings) {
    this.#findings = findings
    this.#verifier = verifier
    this.#elsewhere = elsewhere.toSorted((one, other) => one.size - other.size)
    this.#stored = source.checkpoints()[Symbol.asyncIterator]()
  }

  static async open(source: LogSource, verifier: NoteVerifier, elsewhere: readonly Said[], findings: Findings) {
    const kept = new KeptCheckpoints(source, verifier, elsewhere, findings)
    kept.#next = (await kept.#stored.next()).value
    return kept
  }

  /** Those of smaller sizes tell of events that are gone. */
  skipBelow(first: number): void {
    for (; (this.#elsewhere[0]?.size ?? first) < first; this.#elsewhere.shift())
      this.#findings.cannotTell(`a checkpoint of ${this.#elsewhere[0]?.size} events is older than all that is kept`)
    this.#good = first
  }

  /** Whether one was about so many events. */
  isDue(size: number): boolean {
    return (this.#next !== undefined && this.#next.size <= size) || this.#elsewhere[0]?.size === size
  }

  async compare(size: number, rootOf: () => Buffer): Promise<void> {
    let isGood = false
    while (this.#next && this.#next.size <= size) {
      isGood = this.#compareStored(this.#next, size, rootOf()) || isGood
      this.#next = (await this.#stored.next()).value
    }
    for (; this.#elsewhere[0]?.size === size; this.#elsewhere.shift())
      if (this.#elsewhere[0].root.equals(rootOf())) isGood = true
      else this.#contradicted.push({ size, good: this.#good })
    if (isGood) this.#good = size
  }

  #compareStored({ size, note }: { readonly size: number; readonly note: string }, at: number, root: Buffer): boolean {
    const said = openCheckpoint(this.#verifier, note)
    if (!said || said.size !== size || size !== at) {
      this.#findings.differs({ number: size, what: 'a checkpoint is not as it was signed' })
      return false
    }
    if (said.root.equals(root)) return true
    this.#findings.differs({ number: this.#good, through: size - 1, what: 'a checkpoint of the database says otherwise' })
    return false
  }

  /** At the end. A log that is as it was sealed contradicts what is kept elsewhere where it was restored, or rewritten by who has SECRET. */
  finish(size: number, restores: Restores): void {
    if (this.#next) this.#findings.differs({ number: size, what: `a checkpoint tells of ${this.#next.size} events` })
    for (const one of this.#contradicted)
      this.#contradiction(one.size, restores, {
        number: one.good,
        through: one.size - 1,
        what: 'a checkpoint kept elsewhere says otherwise',
      })
    for (const one of this.#elsewhere)
      this.#contradiction(one.size, restores, { number: size, what: `a checkpoint kept elsewhere tells of ${one.size} events` })
  }

  #contradiction(size: number, restores: Restores, difference: Parameters<Findings['differs']>[0]): void {
    const fork = restores.before(size)
    if (fork === undefined) this.#findings.differs(difference)
    else this.#findings.forked(fork)
  }

  /** The stretch in which something was changed, as far as can be told. */
  get lastGood(): number {
    return this.#good
  }
}
