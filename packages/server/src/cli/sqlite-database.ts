import { CommandError } from '../platform/commands/command.ts'
import type { Config } from '../platform/config/schema.ts'
import { sqliteFile } from '../platform/store/open-engine.ts'
import type { Inspection } from './inspect-sqlite.ts'

export function sqliteFileOf({ storage }: Config, advice: string): string {
  const file = sqliteFile(storage.url.reveal())
  if (file === undefined) throw new CommandError(`The database is PostgreSQL: ${advice}.`)
  return file
}

export const contentsOf = ({ accounts, sessions, bytes, level }: Inspection): string =>
  `${accounts} accounts, ${sessions} live sessions, ${Math.ceil(bytes / 1024)} KiB, migration ${level}`
