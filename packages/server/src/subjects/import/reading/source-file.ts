import { createHash } from 'node:crypto'
import { closeSync, createReadStream, openSync, readSync, type Stats, statSync } from 'node:fs'
import path from 'node:path'
import { CommandError } from '../../../platform/commands/command.ts'
import { textOf } from '../../../platform/commands/finding.ts'
import { MOST_BYTES, type Position } from './raw-record.ts'

const SQLITE = 'SQLite format 3\0'

/** The file of an import, which has to stay what it is. */
export class SourceFile {
  readonly path: string
  readonly name: string
  readonly bytes: number
  /** As much as one record may have. */
  readonly beginning: string
  readonly #state: string

  constructor(cwd: string, given: string) {
    this.path = path.resolve(cwd, given)
    this.name = path.basename(given)
    const found = statSync(this.path, { throwIfNoEntry: false })
    if (!found) throw new CommandError(`${given} cannot be read: there is no such file.`)
    if (!found.isFile()) throw new CommandError(`${given} cannot be read: it is no file, and a pipe could not be gone on with.`)
    this.bytes = found.size
    this.#state = stateOf(found)
    this.beginning = beginningOf(this.path, given)
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
    const found = statSync(this.path, { throwIfNoEntry: false })
    if (found === undefined || stateOf(found) !== this.#state)
      throw new CommandError(`${this.name} has changed while it was read.`)
  }

  /** What a program has written last stands beside its database, where it is neither looked at as a change, nor there to the end. */
  checkAtRest(): void {
    for (const beside of ['-wal', '-journal'])
      if (statSync(`${this.path}${beside}`, { throwIfNoEntry: false })?.size)
        throw new CommandError(
          `${this.name} is in use: ${this.name}${beside} lies beside it. Stop the program that writes it, or make a copy: sqlite3 ${this.name} "VACUUM INTO 'copy.db'"`,
        )
  }
}

const stateOf = ({ size, mtimeMs, ino }: Stats): string => `${size} ${mtimeMs} ${ino}`

function beginningOf(file: string, given: string): string {
  let handle: number
  try {
    handle = openSync(file, 'r')
  } catch (error) {
    throw new CommandError(`${given} cannot be read: ${textOf(error)}`)
  }
  try {
    const bytes = Buffer.alloc(MOST_BYTES)
    return bytes.toString('utf8', 0, readSync(handle, bytes, 0, MOST_BYTES, 0))
  } finally {
    closeSync(handle)
  }
}
