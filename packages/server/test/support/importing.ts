import { readFileSync } from 'node:fs'
import path from 'node:path'

import { migratedDatabase } from './database.ts'
import { atEnd } from './shared.ts'
import { shell } from './shell.ts'
import type { World } from './world.ts'

const SECRET = 'a secret for tests, 32 bytes and more'

/** A shell on a database of the project's engine, or on that of a service, with files to import. */
export async function importing(env: Record<string, string> = {}, service?: Pick<World, 'database'>) {
  const database = service?.database ?? (await migratedDatabase())
  if (!service) atEnd(database.drop)
  const here = shell({ SECRET, ...env, DATABASE_URL: database.url })
  return {
    ...here,
    write: here.file,
    run: (file: string, ...args: string[]) => here.latchkey('users', 'import', file, '--yes', ...args),
    report: (name = 'report'): readonly Line[] =>
      readFileSync(path.join(here.cwd, name), 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as Line),
  }
}

export interface Line {
  readonly line: number
  readonly sourceId?: string
  readonly email?: string
  readonly outcome: string
  readonly reason?: string
  readonly accountId?: string
  readonly notes?: readonly string[]
}

export const csvOf = (...rows: readonly Readonly<Record<string, string>>[]): string => {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const cell = (text = '') => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
  return [columns.join(','), ...rows.map((row) => columns.map((column) => cell(row[column])).join(','))].join('\r\n')
}
