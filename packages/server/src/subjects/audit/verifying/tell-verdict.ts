import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { CommandError, type Terminal, UsageError } from '../../../platform/commands/command.ts'
import { type NoteVerifier, notesIn, readKey } from '../../../platform/kernel/signed-note.ts'
import { openCheckpoint } from './kept-checkpoints.ts'
import { EXIT_CODES, type Verdict } from './verdict.ts'

/** What both commands that verify are told. */
export interface Found {
  readonly against?: readonly string[]
  readonly key?: string
  readonly json?: boolean
}

export function keyGiven(written: string | undefined): NoteVerifier | undefined {
  const key = written === undefined ? undefined : readKey(written)
  if (written !== undefined && !key) throw new UsageError('--key is no key: `latchkey audit key` prints it')
  return key
}

/** What those keys have signed of this log, and how many are of others. */
export function openAll(verifiers: readonly NoteVerifier[], notes: readonly string[]) {
  const said = notes.flatMap((note) => verifiers.flatMap((one) => openCheckpoint(one, note) ?? []).slice(0, 1))
  return { said, others: notes.length - said.length }
}

export function readNotes(terminal: Terminal, file: string): readonly string[] {
  const at = path.resolve(terminal.cwd, file)
  if (!existsSync(at)) throw new CommandError(`There is no file ${at}.`)
  const notes = notesIn(readFileSync(at, 'utf8'))
  if (notes.length === 0) throw new CommandError(`There is no checkpoint in ${at}.`)
  return notes
}

/** All on the standard output, also what is bad; the exit code says which it is. */
export function tell({ out }: Terminal, verdict: Verdict, isJson: boolean): void {
  const { result, size, first, erased, forkAt, differences, reasons } = verdict
  if (isJson) out(JSON.stringify({ ...verdict, firstBad: differences[0]?.number ?? null }))
  else {
    for (const { number, through, what } of differences)
      out(`${through === undefined ? number : `${number} to ${through}`}: ${what}`)
    for (const reason of reasons) out(reason)
    if (erased > 0) out(`${erased} events show as erased.`)
  }
  if (result === 'good') {
    if (!isJson) out(`Good: events ${first} to ${size - 1} are as they were sealed.`)
    return
  }
  const said = {
    tampered: `Tampered with, from ${differences[0]?.number} on.`,
    forked: `A fork at ${forkAt}: a copy of the database was restored there, and a checkpoint tells of what came after the copy.`,
    unknown: 'It cannot be told.',
  }
  throw new CommandError(said[result], EXIT_CODES[result])
}
