import { closeSync, existsSync, fstatSync, fsyncSync, ftruncateSync, openSync, writeSync } from 'node:fs'
import { CommandError } from '../../../platform/commands/command.ts'
import { textOf } from '../../../platform/commands/finding.ts'
import type { Verdict } from './counts.ts'

/**
 * One line for each record. The lines of a batch are written before its transaction is committed, at a place that the transaction notes: what
 * a rollback or a crash has left behind that place is overwritten, so no line is there twice and none is missing.
 */
export class ReportFile {
  readonly #handle: number | undefined

  private constructor(handle: number | undefined) {
    this.#handle = handle
  }

  static open(path: string | undefined, keptBytes: number | undefined): ReportFile {
    if (path === undefined) return new ReportFile(undefined)
    if (keptBytes === undefined && existsSync(path)) throw new CommandError(`--report: ${path} is there already`)
    // Of an import that was stopped before its first batch there is none yet.
    const isThere = existsSync(path)
    if (!isThere && (keptBytes ?? 0) > 0) throw new CommandError(`--report: ${path} is gone`)
    const handle = opened(path, isThere ? 'r+' : 'wx')
    if (fstatSync(handle).size < (keptBytes ?? 0)) throw new CommandError(`--report: ${path} has lost its end`)
    ftruncateSync(handle, keptBytes ?? 0)
    return new ReportFile(handle)
  }

  /** Nothing where no report is wanted. */
  linesOf(verdicts: readonly Verdict[]): Buffer {
    return Buffer.from(this.#handle === undefined ? '' : verdicts.map((one) => `${JSON.stringify(inOrder(one))}\n`).join(''))
  }

  writeAt(place: number, lines: Buffer): void {
    if (this.#handle === undefined) return
    for (let written = 0; written < lines.length; )
      written += writeSync(this.#handle, lines, written, lines.length - written, place + written)
  }

  sync(): void {
    if (this.#handle !== undefined) fsyncSync(this.#handle)
  }

  /** What lies behind the last line is of a batch that did not happen; without a length, of another process. */
  close(length: number | undefined): void {
    if (this.#handle === undefined) return
    if (length !== undefined) ftruncateSync(this.#handle, length)
    closeSync(this.#handle)
  }
}

function opened(path: string, flags: 'r+' | 'wx'): number {
  try {
    return openSync(path, flags, 0o600)
  } catch (error) {
    throw new CommandError(`--report: ${path} cannot be written: ${textOf(error)}`)
  }
}

const inOrder = ({ line, sourceId, email, outcome, reason, accountId, notes = [] }: Verdict) => ({
  ...{ line, sourceId, email, outcome, reason, accountId },
  ...(notes.length > 0 && { notes }),
})
