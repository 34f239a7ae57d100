import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../../gate/deps.ts'
import { inTransaction } from '../../gate/transaction.ts'
import { CommandError } from '../../platform/commands/command.ts'
import type { DataKey } from '../../platform/kernel/data-key.ts'
import type { Format, FormatContext } from './formats/format.ts'
import type { ImportOptions } from './import-options.ts'
import { readSource } from './reading/open-source.ts'
import type { SourceRecord } from './reading/raw-record.ts'
import { RecordTooLarge } from './reading/raw-record.ts'
import type { SourceFile } from './reading/source-file.ts'
import { type Counts, counted, totalOf, type Verdict } from './report/counts.ts'
import type { ReportFile } from './report/report-file.ts'
import { advancedRun, type ImportRun, TakenOver } from './tables/import-runs.ts'
import { DryRun } from './writing/dry-run.ts'
import { prepareRecord } from './writing/prepare.ts'
import { prepareOrganisation } from './writing/prepare-organisation.ts'
import type { Candidate } from './writing/prepared.ts'
import type { PasswordEncoding } from './writing/preparing.ts'
import { type Placed, settleBatch } from './writing/settle-batch.ts'

export interface ImportJob {
  readonly file: SourceFile
  readonly format: Format
  readonly context: Omit<FormatContext<unknown>, 'now'>
  readonly options: ImportOptions
  readonly passwords: PasswordEncoding
  readonly dataKey: DataKey
  /** Where it begins, or goes on. */
  readonly run: ImportRun
  readonly report: ReportFile
  readonly isStopped: () => boolean
  readonly onProgress: (counts: Counts, share: number | undefined) => void
}

/** Others that wait for the one writer of SQLite ask again after so long at the latest, and find it free. */
const PAUSE_MS = 10

/** Of a file that is held in memory, however many records a batch has. */
const MOST_BATCH_BYTES = 16 * 1024 * 1024

/** Batch by batch, to the end of the file or until it is stopped. Returns the run as it stands then. */
export async function runImport(call: Context, job: ImportJob): Promise<ImportRun> {
  const { file, format, options, report, isStopped } = job
  const rehearsal = options.isDryRun ? await DryRun.open() : undefined
  let { run } = job
  let isOurs = true
  let batch: SourceRecord[] = []
  const flush = async () => {
    const position = batch.at(-1)?.end
    if (!position) return
    const placed = await Promise.all(batch.map((record) => placedOf(call, record, job)))
    batch = []
    file.checkUnchanged()
    if (rehearsal) run = await rehearsed(rehearsal, call, placed, { ...run, progress: { ...run.progress, position } }, job)
    else for await (const settled of settleBatch(call, placed, run, job)) run = settled
    job.passwords.forgetKeys()
    report.sync()
    job.onProgress(run.progress.counts, file.shareOf(position))
    if (!rehearsal) await sleep(PAUSE_MS)
    if (isStopped()) throw new CommandError(stopped(run, options))
  }
  try {
    for await (const record of readSource(file, format, run.progress.position)) {
      if (format.readHead && record.line === 1) continue
      batch.push(record)
      if (batch.length === options.batch || record.end.offset - run.progress.position.offset > MOST_BATCH_BYTES) await flush()
    }
    await flush()
    // An end that came too soon is none.
    file.checkUnchanged()
    return rehearsal ? run : await finish(call, run)
  } catch (error) {
    isOurs = !(error instanceof TakenOver)
    throw error
  } finally {
    rehearsal?.close()
    report.close(isOurs ? run.progress.reportBytes : undefined)
  }
}

const placedOf = async (call: Context, record: SourceRecord, job: ImportJob): Promise<Placed> => ({
  candidate: await candidateOf(call, record, job),
  end: record.end,
})

async function candidateOf(call: Context, { line, read }: SourceRecord, job: ImportJob): Promise<Candidate> {
  if ('reason' in read) return refused(line, read)
  const { deps } = call
  const now = deps.clock.now()
  const preparing = { deps, options: job.options, passwords: job.passwords, dataKey: job.dataKey, now }
  const organisation = job.format.readOrganisation?.(read.value)
  if (organisation) return prepareOrganisation(organisation, line, preparing)
  const record = readBy(job.format, read.value, { ...job.context, now })
  if ('reason' in record) return refused(line, record)
  return prepareRecord(record, line, preparing)
}

/** What a format chokes on is no record, and the next time it would choke on it again. */
function readBy(format: Format, value: unknown, context: FormatContext<unknown>): ReturnType<Format['read']> {
  try {
    return format.read(value, context)
  } catch (error) {
    return { reason: error instanceof RecordTooLarge ? 'record_too_large' : 'not_json' }
  }
}

type Why = Pick<Verdict, 'reason'> & Partial<Pick<Verdict, 'sourceId' | 'email'>>

const refused = (line: number, { reason, sourceId, email }: Why): Verdict => ({
  ...{ line, sourceId: sourceId?.slice(0, 255), email: email?.slice(0, 255), outcome: 'refused', reason },
})

async function rehearsed(
  rehearsal: DryRun,
  { deps: { store, clock } }: Context,
  batch: readonly Placed[],
  run: ImportRun,
  { options, report }: ImportJob,
): Promise<ImportRun> {
  const { progress } = run
  const candidates = batch.map(({ candidate }) => candidate)
  const verdicts = await rehearsal.verdicts(store, candidates, options['on-conflict'], clock.now())
  const lines = report.linesOf(verdicts)
  report.writeAt(progress.reportBytes, lines)
  const reportBytes = progress.reportBytes + lines.length
  return { ...run, progress: { ...progress, counts: counted(progress.counts, verdicts), reportBytes } }
}

/** The event is written once, with the end of the run, so that it tells of the whole file. */
function finish(call: Context, run: ImportRun): Promise<ImportRun> {
  return inTransaction(call, async (tx) => {
    const now = tx.deps.clock.now()
    const finished = await advancedRun(tx, { ...run, updatedAt: now, finishedAt: now })
    const { outcomes, notes } = run.progress.counts
    const counts = { ...outcomes, ...(notes.administrator !== undefined && { administrators: notes.administrator }) }
    const told = Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, String(count)]))
    const metadata = { run: run.id, source: run.source, sha256: run.fileHash, ...told }
    await tx.record('admin.users.imported', { metadata })
    return finished
  })
}

const stopped = ({ progress }: ImportRun, { isDryRun }: ImportOptions): string =>
  `Stopped after ${totalOf(progress.counts).toLocaleString('en')} records.${isDryRun ? '' : ' --resume goes on behind them.'}`
