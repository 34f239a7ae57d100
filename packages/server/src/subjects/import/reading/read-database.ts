import { CommandError } from '../../../platform/commands/command.ts'
import { textOf } from '../../../platform/commands/finding.ts'
import { sqliteModule } from '../../../platform/store/engines/sqlite-module.ts'
import type { Format } from '../formats/format.ts'
import { MOST_BYTES, type Position, type SourceRecord } from './raw-record.ts'
import type { SourceFile } from './source-file.ts'

/** Its rows come in one order, so that a place among them is a number. */
export async function* readDatabase(
  source: SourceFile,
  { rows }: Pick<Format, 'rows'>,
  { offset }: Position,
): AsyncGenerator<SourceRecord> {
  if (!rows) throw new CommandError('The file is a SQLite database, which this format has none of.')
  source.checkAtRest()
  const { DatabaseSync } = await sqliteModule()
  const database = new DatabaseSync(source.path, { readOnly: true })
  try {
    let read = 0
    for (const value of rows(database)) {
      read++
      if (read <= offset) continue
      const isLarge = Buffer.byteLength(JSON.stringify(value)) > MOST_BYTES
      yield { line: read, end: { offset: read, lines: read }, read: isLarge ? { reason: 'record_too_large' } : { value } }
    }
  } catch (error) {
    throw error instanceof CommandError ? error : new CommandError(`${source.name} cannot be read: ${textOf(error)}`)
  } finally {
    database.close()
  }
}
