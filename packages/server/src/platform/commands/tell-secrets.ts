import { closeSync, fsyncSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { reasonOf } from '../store/reason-of.ts'
import { syncDirectoryOf } from '../store/sqlite-file.ts'
import { CommandError, type Terminal } from './command.ts'

interface Place {
  readonly terminal: Terminal
  /** A new file, for its owner alone; the standard output unless given. */
  readonly file?: string | undefined
}

/**
 * For work that shows secrets before it commits the rows that they open: a secret without a row does no harm, and a row with a secret that was
 * never shown is of no use. It may tell again, where its transaction is run again.
 */
export async function tellingSecrets<T>(
  { terminal, file }: Place,
  work: (tell: (lines: readonly string[]) => Promise<void>) => Promise<T>,
): Promise<T> {
  let isTold = false
  const takeBack = (): void => {
    if (file !== undefined) rmSync(file)
    else terminal.err('The secrets above are of nothing, and told anew.')
    isTold = false
  }
  const tell = async (lines: readonly string[]): Promise<void> => {
    if (isTold) takeBack()
    if (lines.length === 0) return
    if (file !== undefined) write(file, lines)
    else for (const line of lines) terminal.out(line)
    isTold = true
    await nextTurn() // an output that takes nothing ends the process now, and not after the commit
  }
  try {
    return await work(tell)
  } catch (error) {
    if (isTold)
      terminal.err(`The secrets ${file === undefined ? 'above' : `in ${file}`} are good if --check finds nothing to make.`)
    throw error
  }
}

function write(file: string, lines: readonly string[]): void {
  const handle = openNew(file)
  try {
    writeFileSync(handle, lines.map((line) => `${line}\n`).join('')) // goes on where the disk takes a part at a time
    fsyncSync(handle)
    syncDirectoryOf(file)
  } catch (error) {
    rmSync(file)
    throw new CommandError(`${file}: ${reasonOf(error)}`)
  } finally {
    closeSync(handle)
  }
}

function openNew(file: string): number {
  try {
    return openSync(file, 'wx', 0o600)
  } catch (error) {
    const isThere = (error as NodeJS.ErrnoException).code === 'EEXIST'
    const why = isThere ? 'is there already, and may have secrets of an earlier apply: move it away' : reasonOf(error)
    throw new CommandError(`${file}: ${why}`)
  }
}
