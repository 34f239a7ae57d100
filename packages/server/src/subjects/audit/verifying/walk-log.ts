import { leafOf } from '../../../gate/audit/log/leaf.ts'
import type { LogKey } from '../../../gate/audit/log/log-key.ts'
import type { SealedEvent } from '../../../gate/audit/log/sealed-events.ts'
import { TILE_HEIGHT, TILE_WIDTH } from '../../../gate/audit/log/tiles.ts'
import { GrowingTree, HASH_BYTES, leafHash } from '../../../platform/kernel/merkle.ts'
import { personalProblem } from './check-event.ts'
import type { KeptCheckpoints } from './kept-checkpoints.ts'
import type { LogSource } from './log-source.ts'
import { Restores } from './restores.ts'
import type { Findings } from './verdict.ts'

interface Walked {
  readonly source: LogSource
  readonly findings: Findings
  readonly kept: KeptCheckpoints
  readonly key: Pick<LogKey, 'erasure'> | undefined
}

/** Stands where nothing does. */
const NOTHING = Buffer.alloc(HASH_BYTES)

type Whole = { readonly level: number; readonly index: number; readonly hash: Buffer; readonly at: number }

/** Two trees, of the events and of the tiles: which of them is right is known at the end, by what was signed. */
export class LogWalk {
  readonly restores = new Restores()
  readonly #walked: Walked
  readonly #ofEvents: GrowingTree
  /** From the first leaf on that is another than in the tiles; the same as that of the events until then. */
  #ofTiles: GrowingTree | undefined
  readonly #first: number
  #size = 0
  #tile: readonly Buffer[] | undefined
  #otherLeaf: number | undefined
  #otherTile: number | undefined
  erased = 0

  constructor(walked: Walked, first: number, below: readonly Buffer[]) {
    this.#walked = walked
    this.#first = first
    this.#ofEvents = new GrowingTree(first, below)
  }

  get peaks(): readonly Buffer[] {
    return this.#ofEvents.peaks
  }

  async through(size: number): Promise<void> {
    const { source, findings, kept } = this.#walked
    this.#size = size
    const events = source.events(this.#first)[Symbol.asyncIterator]()
    let event: SealedEvent | undefined = (await events.next()).value
    await kept.compare(this.#first, () => this.#ofEvents.root())
    for (let number = this.#first; number < size; number++) {
      for (; event && event.sequence < number; event = (await events.next()).value)
        findings.differs({ number: event.sequence, what: 'several events have this number' })
      const isThere = event?.sequence === number
      if (event && isThere) this.#look(event, number)
      else findings.differs({ number, what: 'the event is missing' })
      await this.#add(number, event && isThere ? leafHash(leafOf(event)) : undefined)
      if (isThere) event = (await events.next()).value
      if (kept.isDue(number + 1)) await kept.compare(number + 1, () => this.#ofEvents.root())
    }
    if (event) findings.differs({ number: Math.min(event.sequence, size), what: 'there are more events than were signed' })
  }

  #look(event: SealedEvent, number: number): void {
    const what = personalProblem(event, this.#walked.key)
    if (what !== undefined) this.#walked.findings.differs({ number, what })
    if (event.salt === undefined) this.erased++
    this.restores.note(event)
  }

  async #add(number: number, leaf: Buffer | undefined): Promise<void> {
    const { source, findings } = this.#walked
    const at = number % TILE_WIDTH
    if (at === 0 || number === this.#first) await this.#nextTile(number)
    const inTile = source.tile ? this.#tile?.[at] : leaf
    if (!inTile) findings.differs({ number, what: 'its hash is missing in the tiles' })
    if (leaf && inTile && !leaf.equals(inTile)) {
      this.#otherLeaf ??= number
      this.#ofTiles ??= new GrowingTree(number, this.#ofEvents.peaks)
    }
    const whole: Whole[] = []
    this.#ofEvents.add(leaf ?? inTile ?? NOTHING, (height, hash) => {
      if (height > 0 && height % TILE_HEIGHT === 0)
        whole.push({ level: height / TILE_HEIGHT, index: Math.floor(number / 2 ** height), hash, at: number })
    })
    this.#ofTiles?.add(inTile ?? leaf ?? NOTHING)
    for (const one of whole) await this.#above(one)
  }

  async #nextTile(number: number): Promise<void> {
    const place = Math.floor(number / TILE_WIDTH)
    this.#tile = await this.#walked.source.tile?.(0, place)
    const most = this.#size - place * TILE_WIDTH
    if (this.#tile && this.#tile.length > most)
      this.#walked.findings.differs({ number: this.#size, what: 'a tile has too many hashes' })
  }

  async #above({ level, index, hash, at }: Whole): Promise<void> {
    const tile = await this.#walked.source.tile?.(level, Math.floor(index / TILE_WIDTH))
    if (this.#walked.source.tile && !tile?.[index % TILE_WIDTH]?.equals(hash)) this.#otherTile ??= at + 1 - TILE_WIDTH ** level
  }

  /** What was signed says which of the two was changed. */
  finish(root: Buffer): void {
    const { findings, kept } = this.#walked
    const areEventsGood = this.#ofEvents.root().equals(root)
    if (this.#otherLeaf !== undefined) {
      const changed = this.#ofTiles?.root().equals(root) ? 'the event' : 'the event, or its hash in the tiles,'
      findings.differs({
        number: this.#otherLeaf,
        what: areEventsGood ? 'its hash in the tiles is not as it was' : `${changed} is not as it was sealed`,
      })
    }
    if (areEventsGood && this.#otherTile !== undefined)
      findings.differs({ number: this.#otherTile, what: 'a tile is not as it was' })
    if (!areEventsGood && findings.isClean)
      findings.differs({
        number: kept.lastGood,
        through: this.#ofEvents.size - 1,
        what: 'events and tiles were changed together, or the head is another',
      })
  }
}
