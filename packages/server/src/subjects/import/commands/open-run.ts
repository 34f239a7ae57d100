import path from 'node:path'
import type { Deps } from '../../../gate/deps.ts'
import { CommandError } from '../../../platform/commands/command.ts'
import { newId } from '../../../platform/kernel/ids.ts'
import { BEGINNING } from '../reading/raw-record.ts'
import type { SourceFile } from '../reading/source-file.ts'
import { NO_COUNTS, totalOf } from '../report/counts.ts'
import { type ImportRun, importRunsIn } from '../tables/import-runs.ts'
import { type Asked, differences } from './asked.ts'

export interface Wanted {
  readonly source: string
  readonly file: SourceFile
  readonly asked: Asked
  /** As an absolute path. */
  readonly report: string | undefined
}

const NONE = { position: BEGINNING, counts: NO_COUNTS, reportBytes: 0 }

/** The row of a run that begins; a dry run has none in the database. */
export async function beginRun({ clock }: Pick<Deps, 'clock'>, { source, file, asked, report }: Wanted): Promise<ImportRun> {
  const now = clock.now()
  return {
    ...{ id: newId(now), source, fileName: file.name, fileHash: await file.hash(), asked, report, progress: NONE, version: 0 },
    ...{ startedAt: now, updatedAt: now, finishedAt: undefined },
  }
}

/** The run to go on with: of the very same file, read in the same way. */
export async function resumedRun({ store }: Pick<Deps, 'store'>, { source, file, asked, report }: Wanted): Promise<ImportRun> {
  const fileHash = await file.hash()
  const open = await importRunsIn(store).findOpen(file.name, fileHash)
  if (!open) throw new CommandError(`--resume: no import of a file ${file.name} was stopped.`)
  if (open.fileHash !== fileHash)
    throw new CommandError(`--resume: ${file.name} has changed since its import was stopped after ${recordsOf(open)}.`)
  if (open.source !== source) throw new CommandError(`--resume: the import was begun with --from ${open.source}.`)
  const changed = open.asked === undefined ? [] : differences(open.asked, asked)
  if (changed.length > 0)
    throw new CommandError(`--resume: not as it was when the import began: ${changed.map((name) => `--${name}`).join(', ')}.`)
  if (report !== undefined && report !== open.report)
    throw new CommandError(
      `--resume: the report of this import is ${open.report === undefined ? 'none' : path.resolve(open.report)}.`,
    )
  return open
}

const recordsOf = ({ progress }: ImportRun): string => `${totalOf(progress.counts).toLocaleString('en')} records`
