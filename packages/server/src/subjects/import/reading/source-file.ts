import { createHash } from 'node:crypto'
import { closeSync, createReadStream, openSync, readSync, statSync } from 'node:fs'
import path from 'node:path'
import { CommandError } from '../../../platform/commands/command.ts'
import { MOST_BYTES, type Position } from './raw-record.ts'

const SQLITE = 'SQLite format 3\0'

/** The file of an import, which has to stay what it is. */
export class SourceFile {
  readonly path: string
  readonly name: string
  readonly bytes: number
  /** As much as one record may have. */
  readonly beginning: string
  readonly #changedAt: number

  constructor(cwd: string, given: string) {
    this.path = path.resolve(cwd, given)
    this.name = path.basename(given)
    const found = statSync(this.path, { throwIfNoEntry: false })
    if (!found?.isFile()) throw new CommandError(`${given} cannot be read: there is no such file.`)
    this.bytes = found.size
    this.#changedAt = found.mtimeMs
    this.beginning = beginningOf(this.path)
  }

  get isDatabase(): boolean {
    return this.beginning.startsWith(SQLITE)
  }

  /** SHA-256, in hexadecimal digits. */
  async hash(): Promise<string> {
    const hash = createHash('sha256')
    for await (const chunk of createReadStream(this.path)) hash.update(chunk as Buffer)
    return hash.digest('hex')
  }

  /** How much of it lies before a place, from 0 to 1; undefined where places are rows. */
  shareOf({ offset }: Position): number | undefined {
    return this.isDatabase ? undefined : Math.min(1, offset / Math.max(1, this.bytes))
  }

  /** Asked before each batch is written: positions in a file that changes mean nothing. */
  checkUnchanged(): void {
    const { size, mtimeMs } = statSync(this.path)
    if (size !== this.bytes || mtimeMs !== this.#changedAt) throw new CommandError(`${this.name} has changed while it was read.`)
  }
}

function beginningOf(file: string): string {
  const handle = openSync(file, 'r')
  try {
    const bytes = Buffer.alloc(MOST_BYTES)
    return bytes.toString('utf8', 0, readSync(handle, bytes, 0, MOST_BYTES, 0))
  } finally {
    closeSync(handle)
  }
}
