import { CommandError } from '../../../platform/commands/command.ts'
import { json, number, optional, type RowOf, text, time } from '../../../platform/store/columns.ts'
import { type Connection, Table, table } from '../../../platform/store/table.ts'
import type { Asked } from '../commands/asked.ts'
import type { Position } from '../reading/raw-record.ts'
import type { Counts } from '../report/counts.ts'

/** How far a run is: all of it is written in the transaction of the accounts that it tells of. */
export interface Progress {
  readonly position: Position
  readonly counts: Counts
  /** How long the report is up to here. */
  readonly reportBytes: number
}

export const IMPORT_RUNS = table('import_runs', {
  key: 'id',
  columns: {
    id: text('id'),
    source: text('source'),
    fileName: text('file_name'),
    /** SHA-256, in hexadecimal digits. */
    fileHash: text('file_hash'),
    /** Undefined for a run of before this was noted. */
    asked: optional(json<Asked>('asked')),
    /** Where its report is, as an absolute path. */
    report: optional(text('report')),
    progress: json<Progress>('progress'),
    /** Of two processes that go on with a run, one is too late. */
    version: number('version'),
    startedAt: time('started_at'),
    updatedAt: time('updated_at'),
    finishedAt: optional(time('finished_at')),
  },
  purged: { never: 'accounts name the run that made them, and an operator makes few' },
  deleted: { kept: 'they name no account' },
  restored: { kept: 'the accounts of a run are as old as its row' },
  exported: [],
})

export type ImportRun = RowOf<typeof IMPORT_RUNS>

const INSERT = IMPORT_RUNS.insert()

/** What this process has read of the run is out of date, and so is what it knows of the report. */
export class TakenOver extends CommandError {
  constructor() {
    super('Another process goes on with this import.')
  }
}

/** Of two processes one is told. */
export async function advancedRun(tx: Connection, run: ImportRun): Promise<ImportRun> {
  if (!(await importRunsIn(tx).advance(run))) throw new TakenOver()
  return { ...run, version: run.version + 1 }
}

export const importRunsIn = (tx: Connection): ImportRunsTable => new ImportRunsTable(tx)

export class ImportRunsTable extends Table {
  async add(run: ImportRun): Promise<void> {
    await this.sql.run(INSERT.text, INSERT.params(run))
  }

  find(id: string): Promise<ImportRun | undefined> {
    return this.oneWhere(IMPORT_RUNS, `id = ?`, [id])
  }

  /** The newest of a file of this name that was stopped before its end: of this very file, if there is one. */
  findOpen(fileName: string, fileHash: string): Promise<ImportRun | undefined> {
    const ordered = `CASE WHEN file_hash = ? THEN 0 ELSE 1 END, started_at DESC`
    const values = [fileName, fileHash]
    return this.oneWhere(IMPORT_RUNS, `file_name = ? AND finished_at IS NULL ORDER BY ${ordered} LIMIT 1`, values)
  }

  /** False where another process has gone on with the run since. */
  advance({ id, progress, version, updatedAt, finishedAt }: ImportRun): Promise<boolean> {
    const values = [IMPORT_RUNS.stored('progress', progress), updatedAt, finishedAt ?? null, id, version]
    return this.isOne(
      `UPDATE import_runs SET progress = ?, updated_at = ?, finished_at = ?, version = version + 1 WHERE id = ? AND version = ? RETURNING id`,
      values,
    )
  }
}
