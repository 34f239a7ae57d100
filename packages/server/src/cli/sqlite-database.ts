import type { Config } from '../config/schema.ts'
import type { Inspection } from '../store/inspect-sqlite.ts'
import { sqliteFile } from '../store/open-engine.ts'
import { CommandError } from './command.ts'

/** The file that the database is; PostgreSQL has tools of its own. */
export function sqliteFileOf({ storage }: Config, advice: string): string {
  const file = sqliteFile(storage.url.reveal())
  if (file === undefined) throw new CommandError(`The database is PostgreSQL: ${advice}.`)
  return file
}

export const contentsOf = ({ accounts, sessions, bytes, level }: Inspection): string =>
  `${accounts} accounts, ${sessions} live sessions, ${Math.ceil(bytes / 1024)} KiB, migration ${level}`
