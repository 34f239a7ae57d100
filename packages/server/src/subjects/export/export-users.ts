import type { FileSource } from '../../gate/account-file/account-part.ts'
import { FileKeys } from '../../gate/account-file/file-keys.ts'
import { readRecords } from '../../gate/account-file/read-records.ts'
import { withDeps } from '../../gate/assembly/with-deps.ts'
import type { Context } from '../../gate/deps.ts'
import { HOOKS } from '../../gate/hooks.ts'
import { inTransaction } from '../../gate/transaction.ts'
import { UsageError } from '../../platform/commands/command.ts'
import { timestamp } from '../../platform/kernel/clock.ts'
import type { Sql } from '../../platform/store/engine.ts'
import { readSnapshot } from '../../platform/store/read-snapshot.ts'
import { connectionTo } from '../../platform/store/table-list.ts'
import type { ExportCall } from './commands/export-options.ts'
import type { Left, Writer } from './formats/format.ts'
import { formatNamed } from './formats/list.ts'
import { NewFile } from './writing/new-file.ts'

interface Counts {
  accounts: number
  others: number
  readonly left: Map<Left, number>
  ofPasswords: string | undefined
}

/** What `latchkey users export` does. A start of the service, which knows the command, loads none of it. */
export async function exportUsers({ operands, values, terminal, config: load }: ExportCall): Promise<void> {
  const { format: name = 'latchkey', 'with-hashes': withHashes = false, 'with-seeds': withSeeds = false } = values
  const format = formatNamed(name)
  const since = values.since === undefined ? undefined : timeOf(values.since)
  const isShown = operands.file === '-' && terminal.isShown === true
  if (isShown && (withHashes || withSeeds) && !values.yes)
    throw new UsageError('Hashes and seeds would stand on the screen: name a file, or add --yes')
  const config = load()
  const file = new NewFile(terminal, operands.file)
  try {
    const { counts, sha256 } = await withDeps(config, terminal, async (call) => {
      const { clock, dataKeys } = call.deps
      const counts: Counts = { accounts: 0, others: 0, left: new Map(), ofPasswords: undefined }
      await readSnapshot(config.storage.url.reveal(), async ({ query }) => {
        const run: Sql['run'] = async () => {
          throw new Error('a snapshot is for reading')
        }
        const source = { tables: connectionTo({ query, run }), withHashes, withSeeds, dataKey: () => dataKeys.get() }
        const keys = await FileKeys.open(source)
        const writer = format({ config, now: clock.now(), since, withHashes, withSeeds, keys: keys.keys })
        if (withHashes) counts.ofPasswords = writer.ofPasswords
        await writeAll(file, writer, source, keys, since, counts)
      })
      const { sha256 } = file.finish()
      await note(call, { format: name, withHashes, withSeeds, since, counts, sha256 })
      return { counts, sha256 }
    })
    file.publish(terminal)
    for (const line of summaryOf(counts, sha256)) terminal[operands.file === '-' ? 'err' : 'out'](line)
  } finally {
    file.close()
  }
}

async function writeAll(
  file: NewFile,
  writer: Writer,
  source: FileSource,
  keys: FileKeys,
  since: number | undefined,
  counts: Counts,
): Promise<void> {
  file.write(writer.head)
  if (writer.other)
    for (const { accountPart } of HOOKS)
      for await (const record of accountPart?.before?.(source) ?? []) {
        counts.others++
        file.write(writer.other(record))
      }
  const left = (what: Left) => void counts.left.set(what, (counts.left.get(what) ?? 0) + 1)
  for await (const record of readRecords(source, keys, since)) {
    const text = writer.account(record, left)
    if (text === undefined) continue
    if (counts.accounts > 0) file.write(writer.separator)
    counts.accounts++
    file.write(text)
  }
  file.write(writer.tail)
}

function timeOf(given: string): number {
  const at = /^\d{4}-\d{2}-\d{2}/.test(given) ? Date.parse(given) : Number.NaN
  if (Number.isNaN(at)) throw new UsageError(`--since ${given} is no time such as 2026-05-01T00:00:00Z`)
  return at
}

interface Exported {
  readonly format: string
  readonly withHashes: boolean
  readonly withSeeds: boolean
  readonly since: number | undefined
  readonly counts: Counts
  readonly sha256: string
}

/** Before the file has its name: none is there of which the log does not tell. */
async function note(call: Context, { format, withHashes, withSeeds, since, counts, sha256 }: Exported): Promise<void> {
  const more = {
    ...(withHashes && { hashes: 'true' }),
    ...(withSeeds && { seeds: 'true' }),
    ...(since !== undefined && { since: timestamp(since) }),
  }
  const metadata = { format, sha256, accounts: String(counts.accounts), ...more }
  await inTransaction(call, (tx) => tx.record('admin.users.exported', { metadata }))
}

const many = (count: number, what: string): string => `${count.toLocaleString('en')} ${what}${count === 1 ? '' : 's'}`

function summaryOf({ accounts, others, left, ofPasswords }: Counts, sha256: string): readonly string[] {
  const counted = [...left].map(([what, count]) => `${what} ${count.toLocaleString('en')}`)
  return [
    `${many(accounts, 'account')}${others > 0 ? ` and ${many(others, 'organisation')}` : ''} written, SHA-256 ${sha256}.`,
    ...(ofPasswords === undefined ? [] : [ofPasswords]),
    ...(counted.length > 0 ? [`The format has no place for: ${counted.join(', ')}.`] : []),
  ]
}
