import { type Finding, findingsOf } from '../../platform/commands/finding.ts'
import type { Config } from '../../platform/config/schema.ts'
import type { Queries } from '../../platform/store/engine.ts'
import { BEGUN } from '../../platform/store/moved/fence.ts'
import { sqliteFile } from '../../platform/store/open-engine.ts'

const { warn } = findingsOf('move')

/** What a move leaves behind that was killed makes every write dearer, and the file larger. */
export async function* checkMove(sql: Queries, { storage }: Config): AsyncIterable<Finding> {
  if (sqliteFile(storage.url.reveal()) === undefined) {
    if (storage.next) yield warn('DATABASE_URL_NEXT is set, and DATABASE_URL is PostgreSQL already: remove it')
    return
  }
  const begun = await sql.query(`SELECT name FROM sqlite_master WHERE name = ?`, [BEGUN])
  if (begun.length > 0) yield warn('a move was begun: if none is running, run it again, or `latchkey move --undo`')
}
