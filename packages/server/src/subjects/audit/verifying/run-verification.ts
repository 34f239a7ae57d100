import { closeSync, existsSync, openSync, readFileSync, readSync, statSync } from 'node:fs'
import path from 'node:path'
import { keysOf } from '../../../gate/assembly/open-deps.ts'
import { headIn } from '../../../gate/audit/log/head.ts'
import { type LogKey, logKeyFrom, usable } from '../../../gate/audit/log/log-key.ts'
import { sealedEventsIn } from '../../../gate/audit/log/sealed-events.ts'
import { CommandError, type Terminal } from '../../../platform/commands/command.ts'
import type { Config } from '../../../platform/config/schema.ts'
import { type NoteVerifier, notesIn } from '../../../platform/kernel/signed-note.ts'
import { readSnapshot } from '../../../platform/store/read-snapshot.ts'
import { requireDatabase } from '../../../platform/store/require-database.ts'
import type { Connection } from '../../../platform/store/table.ts'
import { readDataKey } from '../../factors/index.ts'
import { databaseSource, readOnly } from './database-source.ts'
import { verifyExport } from './export-source.ts'
import { type Found, keyGiven, openAll, readNotes, tell } from './tell-verdict.ts'
import { Findings, type Verdict } from './verdict.ts'
import { verifyLog } from './verify-log.ts'

interface Asked {
  readonly values: Found
  readonly operands: { readonly file: string }
  readonly terminal: Terminal
  readonly config: () => Config
}

export async function runVerification(asked: Asked): Promise<void> {
  const { values, operands, terminal, config: load } = asked
  if (operands.file !== '' && isExport(path.resolve(terminal.cwd, operands.file)))
    return verifyExport(asked, await ownKey(load).catch(() => undefined))
  const given = keyGiven(values.key)
  const config = load()
  const notes = [...(values.against ?? []).map((file) => readNotes(terminal, file)), ...ownNotes(config)].flat()
  const url = operands.file === '' ? config.storage.url.reveal() : fileUrl(terminal, operands.file)
  await requireDatabase(url)
  const verdict = await readSnapshot(url, (sql) => verifyTables(readOnly(sql), { config, given, notes }))
  tell(terminal, verdict, values.json === true)
}

async function verifyTables(
  tables: Connection,
  {
    config,
    given,
    notes,
  }: { readonly config: Config; readonly given: NoteVerifier | undefined; readonly notes: readonly string[] },
): Promise<Verdict> {
  const source = await databaseSource(tables)
  const dataKey = await readDataKey(tables, keysOf(config).dataKeys)
  const key = dataKey && logKeyFrom(dataKey)
  const own = key?.signer(await originOf(tables))
  const wasLost = await sealedEventsIn(tables).hasAnyOf('service.secret_lost')
  const former = given && own && wasLost && !given.id.equals(own.id) ? given : undefined
  const verifier = former ? own : (given ?? own)
  if (!verifier)
    return Findings.unknown(source.head ? 'SECRET does not open the key of the log: name it with --key' : 'nothing is sealed yet')
  const { said, others } = openAll(former ? [verifier, former] : [verifier], notes)
  if (others > 0 && !wasLost)
    return Findings.unknown('a checkpoint that was kept elsewhere is not of this log, or another key has signed it')
  const verdict = await verifyLog(source, { verifier, key: usable(key, verifier), elsewhere: said })
  return others > 0 ? withFormer(verdict, others) : verdict
}

/** Such an event can be written without SECRET, so that nothing is good because of it. */
const withFormer = (verdict: Verdict, others: number): Verdict => ({
  ...verdict,
  result: verdict.result === 'good' ? 'unknown' : verdict.result,
  reasons: [
    ...verdict.reasons,
    `${others} checkpoints that were kept elsewhere were not signed by the key of now. The log has service.secret_lost, since when another key ` +
      `seals: compare those of before with --key and the key of that time`,
  ],
})

/** That of the service whose settings are here: an export has no keys, and what was erased by us is known by ours alone. */
async function ownKey(load: () => Config): Promise<LogKey | undefined> {
  const config = load()
  const url = config.storage.url.reveal()
  await requireDatabase(url)
  const dataKey = await readSnapshot(url, (sql) => readDataKey(readOnly(sql), keysOf(config).dataKeys))
  return dataKey && logKeyFrom(dataKey)
}

/** The name under which the head was signed, whatever the row says beside it. */
async function originOf(tables: Connection): Promise<string> {
  const head = await headIn(tables).find()
  return /^(\S+)\/head\n/.exec(head?.note ?? '')?.[1] ?? (head?.origin || 'none')
}

/** What the service has written beside its database is kept elsewhere as well. */
const ownNotes = ({ audit }: Config): readonly string[] =>
  audit.checkpointFile !== undefined && existsSync(audit.checkpointFile)
    ? notesIn(readFileSync(audit.checkpointFile, 'utf8'))
    : []

/** By its first byte: a database begins with its name. */
function isExport(file: string): boolean {
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) return false
  const first = Buffer.alloc(1)
  const opened = openSync(file, 'r')
  try {
    readSync(opened, first)
  } finally {
    closeSync(opened)
  }
  return first.toString() === '{'
}

function fileUrl(terminal: Terminal, file: string): string {
  const at = path.resolve(terminal.cwd, file)
  if (!existsSync(at)) throw new CommandError(`There is no file ${at}.`)
  return `file:${at}`
}
