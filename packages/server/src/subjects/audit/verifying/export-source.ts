import { createReadStream, existsSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { type LogKey, usable } from '../../../gate/audit/log/log-key.ts'
import type { SealedEvent } from '../../../gate/audit/log/sealed-events.ts'
import { CommandError, type Terminal } from '../../../platform/commands/command.ts'
import { readKey } from '../../../platform/kernel/signed-note.ts'
import { type ExportHead, readExportedEvent, readExportHead } from './export-format.ts'
import type { LogSource } from './log-source.ts'
import { type Found, keyGiven, openAll, readNotes, tell } from './tell-verdict.ts'
import { Findings, type Verdict } from './verdict.ts'
import { verifyLog } from './verify-log.ts'

interface Asked {
  readonly values: Found
  readonly operands: { readonly file: string }
  readonly terminal: Terminal
}

/** With the key of the log it is also known by whom an event was erased. */
export async function verifyExport({ values, operands, terminal }: Asked, key?: LogKey): Promise<void> {
  const file = path.resolve(terminal.cwd, operands.file)
  if (!existsSync(file)) throw new CommandError(`There is no file ${file}.`)
  const notes = (values.against ?? []).flatMap((one) => readNotes(terminal, one))
  const given = keyGiven(values.key)
  const lines = linesOf(file)
  const head = readExportHead((await lines.next()).value)
  if (!head) throw new CommandError(`${file} is no export of an audit log.`)
  const verifier = given ?? readKey(head.key)
  const opened = verifier ? openAll([verifier], notes) : undefined
  const verdict: Verdict =
    verifier && opened?.others === 0
      ? await verifyLog(exportSource(head, lines), { verifier, key: usable(key, verifier), elsewhere: opened.said })
      : Findings.unknown('the export or a checkpoint is not of the log that this key has signed')
  tell(terminal, verdict, values.json === true)
}

const linesOf = (file: string): AsyncIterator<string> =>
  createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })[Symbol.asyncIterator]()

/** Read once, from its beginning to its end. */
function exportSource({ head, below }: ExportHead, lines: AsyncIterator<string>): LogSource {
  /** A line that is no event as we write them. */
  let hasOther = false
  async function* events(): AsyncGenerator<SealedEvent> {
    for (let line = await lines.next(); !line.done; line = await lines.next()) {
      const event = readExportedEvent(line.value)
      if (!event) {
        hasOther = true
        return
      }
      yield event
    }
  }
  const all = events()
  return {
    head,
    events: () => all,
    below: async () => below.map((hash) => Buffer.from(hash, 'base64')),
    async *checkpoints() {},
    // What is left when all that was signed has been read.
    stray: async () => (await all.next()).value?.sequence ?? (hasOther ? head.size : undefined),
  }
}
