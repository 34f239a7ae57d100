import { signedCheckpoint } from '../../../gate/audit/log/signed-head.ts'
import { writtenKey } from '../../../platform/kernel/signed-note.ts'
import { databaseSource } from './database-source.ts'
import { EXPORT_FORMAT, type ExportHead } from './export-format.ts'
import type { OpenedLog } from './show-log.ts'

type Exported = Pick<OpenedLog, 'tables' | 'head' | 'signer' | 'tree'>

/** A line for what the log says of itself, and one for each event. Undefined where the roots of removed events are gone. */
export async function exportedLines({ tables, head, signer, tree }: Exported): Promise<AsyncGenerator<string> | undefined> {
  const source = await databaseSource(tables)
  const below = await source.below(head.first)
  if (!below) return undefined
  const first: ExportHead = {
    ...{ format: EXPORT_FORMAT, key: writtenKey(signer), checkpoint: signedCheckpoint(signer, tree), head },
    below: below.map((hash) => hash.toString('base64')),
  }
  return (async function* () {
    yield JSON.stringify(first)
    for await (const event of source.events(head.first)) {
      if (event.sequence >= head.size) return
      yield JSON.stringify(event)
    }
  })()
}
