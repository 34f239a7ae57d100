import type { Head } from '../../../gate/audit/log/head.ts'
import type { SealedEvent } from '../../../gate/audit/log/sealed-events.ts'

/** Where a sealed log is read from: a database, a copy of one, or an export. */
export interface LogSource {
  readonly head: Head | undefined
  /** From the number on, in their order. */
  events(from: number): AsyncIterable<SealedEvent>
  /** The roots of the whole subtrees of the first so many events, which are gone. */
  below(first: number): Promise<readonly Buffer[] | undefined>
  /** The hashes of a tile; undefined where it is missing or is none. An export has no tiles. */
  readonly tile?: (level: number, place: number) => Promise<readonly Buffer[] | undefined>
  /** What the log has said of itself, the smallest size first. */
  checkpoints(): AsyncIterable<{ readonly size: number; readonly note: string }>
  /** The number of an event that is outside of a log of this size. */
  stray(first: number, size: number): Promise<number | undefined>
}
