import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { withDeps } from '../../gate/assembly/with-deps.ts'
import type { Context } from '../../gate/deps.ts'
import { askConsent } from '../../platform/commands/ask.ts'
import { CommandError, type Parsed, type Terminal, UsageError } from '../../platform/commands/command.ts'
import { dataKeyOf, newDataKey } from '../../platform/kernel/data-key.ts'
import { databaseName } from '../../platform/store/open-engine.ts'
import { askedOf } from './commands/asked.ts'
import { beginRun, resumedRun, type Wanted } from './commands/open-run.ts'
import { type ImportCall, type importOptions, readOptions } from './commands/read-options.ts'
import { formatNamed } from './formats/list.ts'
import { firstLineOf } from './reading/first-line.ts'
import { openJoined } from './reading/joined-file.ts'
import { MOST_BYTES } from './reading/raw-record.ts'
import { SourceFile } from './reading/source-file.ts'
import { type Counts, totalOf } from './report/counts.ts'
import { progressLine } from './report/progress-line.ts'
import { ReportFile } from './report/report-file.ts'
import { summaryOf } from './report/summary.ts'
import { tellOfWrapping } from './report/wrapping-time.ts'
import { runImport } from './run-import.ts'
import { advancedRun, type ImportRun, importRunsIn } from './tables/import-runs.ts'
import { passwordEncoding } from './writing/password-encoding.ts'

/** What `latchkey users import` does. A start of the service, which knows the command, loads none of it. */
export async function importUsers({ operands: { file: given }, values, terminal, config: load }: ImportCall): Promise<void> {
  if (values.from === undefined) throw new UsageError('--from is missing')
  if (values.resume && values['dry-run']) throw new UsageError('--resume and --dry-run exclude each other')
  const format = formatNamed(values.from)
  const config = load()
  const options = readOptions(values, config)
  const file = new SourceFile(terminal.cwd, given)
  const second = values.identities === undefined ? undefined : new SourceFile(terminal.cwd, values.identities)
  const keyText = textOf(terminal, values['hash-config'])
  const keys = format.readConfig(keyText)
  const hashConfig = format.readHead ? format.readHead(await firstLineOf(file)) : keys
  const question = `Import ${file.name} from ${values.from} into ${await databaseName(config.storage.url.reveal())}?`
  if (!options.isDryRun) await askConsent(terminal, values.yes, question)
  const run = await withDeps(config, terminal, async (call) => {
    // A dry run leaves not even a key behind.
    const dataKey = options.isDryRun ? dataKeyOf(newDataKey()) : await call.deps.dataKeys.get()
    const passwords = passwordEncoding(config, dataKey, call.deps.clock.now())
    const asked = await askedOf({ options, second, keys: keyText, dataKey })
    const begun = await openRun(call, values, terminal, { source: values.from ?? '', file, asked })
    const { joined, close } = await openJoined(second, format)
    try {
      return await stoppable((isStopped) =>
        runImport(call, {
          ...{
            file,
            format,
            options,
            isStopped,
            passwords,
            dataKey,
            run: begun.run,
            report: begun.report,
          },
          context: { config: hashConfig, joined },
          onProgress: shownOn(terminal, begun.run),
        }),
      )
    } finally {
      terminal.progress?.('')
      close()
    }
  })
  if (options.isDryRun && options.weak === 'wrap') await tellOfWrapping(terminal, run.progress.counts, config)
  tell(terminal, run.progress.counts, options.isDryRun)
}

type Given = Parsed<typeof importOptions>

/** The report is there before the row of its run: one that is not wanted over another file stops nothing that has begun. */
async function openRun(call: Context, values: Given, { cwd }: Terminal, wanting: Omit<Wanted, 'report'>) {
  const { deps } = call
  const place = values.report === undefined ? undefined : path.resolve(cwd, values.report)
  const wanted = { ...wanting, report: place }
  if (values.resume) {
    // Another process with the same run is told from now on, and leaves the report alone.
    const run = await advancedRun(deps.store, { ...(await resumedRun(deps, wanted)), updatedAt: deps.clock.now() })
    return { run, report: ReportFile.open(run.report, run.progress.reportBytes) }
  }
  const run = await beginRun(deps, wanted)
  const report = ReportFile.open(place, undefined)
  if (!values['dry-run']) await deps.store.transaction((tx) => importRunsIn(tx).add(run))
  return { run, report }
}

function textOf({ cwd }: Terminal, file: string | undefined): string | undefined {
  if (file === undefined) return undefined
  const place = path.resolve(cwd, file)
  // What comes through a pipe has no size, and is of the operator's own making.
  if ((statSync(place, { throwIfNoEntry: false })?.size ?? 0) > MOST_BYTES)
    throw new CommandError(`--hash-config: ${file} is too large to hold keys`)
  try {
    return readFileSync(place, 'utf8')
  } catch {
    throw new CommandError(`--hash-config: cannot read ${file}`)
  }
}

/** A signal lets the batch that is under way end, and no other begin. */
async function stoppable<T>(work: (isStopped: () => boolean) => Promise<T>): Promise<T> {
  let isStopped = false
  const stop = () => {
    isStopped = true
  }
  const signals = ['SIGTERM', 'SIGINT'] as const
  for (const signal of signals) process.on(signal, stop)
  try {
    return await work(() => isStopped)
  } finally {
    for (const signal of signals) process.off(signal, stop)
  }
}

function shownOn(terminal: Terminal, { progress }: ImportRun) {
  const startedAt = performance.now()
  const records = totalOf(progress.counts)
  let share: number | undefined
  return (counts: Counts, now: number | undefined) => {
    share ??= now
    const begun = { records, share: records === 0 ? 0 : (share ?? 0) }
    terminal.progress?.(progressLine({ counts, share: now, elapsedMs: performance.now() - startedAt, begun }))
  }
}

function tell(terminal: Terminal, counts: Counts, isDryRun: boolean): void {
  for (const line of summaryOf(counts, isDryRun)) terminal.out(line)
  const { refused = 0 } = counts.outcomes
  if (refused > 0) throw new SomeRefused(`${refused.toLocaleString('en')} of the records were refused.`)
}

/** All else was done. */
class SomeRefused extends CommandError {
  override readonly exitCode = 3
}
