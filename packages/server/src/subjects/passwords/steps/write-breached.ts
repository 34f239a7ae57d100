import type { FileHandle } from 'node:fs/promises'
import { ENTRY_BYTES, HEADER_BYTES, headerOf } from '../../../gate/passwords/breached-format.ts'
import { CommandError } from '../../../platform/commands/command.ts'
import { readBreachedLine, wrongLine } from './breached-line.ts'

const LINE_FEED = 0x0a
/** No line of such a list is nearly as long. */
const MAX_LINE = 256
const OUT_BYTES = 1024 * 1024

interface BreachedOptions {
  /** Passwords that were seen less often are left out. */
  readonly minCount: number
  readonly onProgress: (readBytes: number, kept: number) => void
}

/** What was read, and how many passwords are in the list that was written. */
interface Written {
  readonly lines: number
  readonly kept: number
}

/** Reads the published list in pieces and writes ours, so memory does not grow with either. The header comes last: without it there is no list. */
export async function writeBreached(
  source: AsyncIterable<Buffer>,
  target: FileHandle,
  options: BreachedOptions,
): Promise<Written> {
  const list = new EntryWriter(target)
  let lines = 0
  let readBytes = 0
  let rest: Buffer = Buffer.alloc(0)

  const take = (data: Buffer, from: number, to: number): void => {
    lines++
    const line = readBreachedLine(data, from, to)
    if (!line) throw wrongLine(data, from, to, lines)
    if (line.seen === undefined && options.minCount > 1)
      throw new CommandError(`Line ${lines} does not say how often it was seen.`)
    if ((line.seen ?? 1) >= options.minCount && !list.add(line.high, line.low)) throw unordered(lines)
  }

  for await (const chunk of source) {
    const data = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    let from = 0
    for (let end = data.indexOf(LINE_FEED); end >= 0; end = data.indexOf(LINE_FEED, from)) {
      take(data, from, end)
      from = end + 1
      if (list.isFull) await list.flush()
    }
    rest = data.subarray(from)
    if (rest.length > MAX_LINE) throw wrongLine(rest, 0, rest.length, lines + 1)
    readBytes += chunk.length
    options.onProgress(readBytes, list.count)
  }
  if (rest.length > 0) take(rest, 0, rest.length)
  await list.end()
  return { lines, kept: list.count }
}

const unordered = (line: number): CommandError =>
  new CommandError(
    `Line ${line} should come before the one above it: take the list that is ordered by hash, or order it with \`LC_ALL=C sort\`.`,
  )

class EntryWriter {
  readonly #target: FileHandle
  readonly #out = Buffer.alloc(OUT_BYTES)
  #filled = 0
  #position = HEADER_BYTES
  #high = -1
  #low = -1
  count = 0

  constructor(target: FileHandle) {
    this.#target = target
  }

  get isFull(): boolean {
    return this.#filled === OUT_BYTES
  }

  /** False for one that should have come before. One that begins like the last is there already. */
  add(high: number, low: number): boolean {
    if (high < this.#high || (high === this.#high && low < this.#low)) return false
    if (high === this.#high && low === this.#low) return true
    this.#out.writeUInt32BE(high, this.#filled)
    this.#out.writeUInt32BE(low, this.#filled + ENTRY_BYTES / 2)
    this.#filled += ENTRY_BYTES
    this.#high = high
    this.#low = low
    this.count++
    return true
  }

  async flush(): Promise<void> {
    await this.#write(this.#out.subarray(0, this.#filled), this.#position)
    this.#position += this.#filled
    this.#filled = 0
  }

  async end(): Promise<void> {
    await this.flush()
    if (this.count > 0) await this.#write(headerOf(this.count), 0)
  }

  /** The system may take less than all of it at a time. */
  async #write(data: Buffer, position: number): Promise<void> {
    for (let done = 0; done < data.length; ) {
      const { bytesWritten } = await this.#target.write(data, done, data.length - done, position + done)
      done += bytesWritten
    }
  }
}
