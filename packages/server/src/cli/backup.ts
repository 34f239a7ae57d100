import { existsSync, linkSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { CommandError, command } from '../platform/commands/command.ts'
import { systemClock } from '../platform/kernel/clock.ts'
import { copySqlite, syncDirectoryOf } from '../platform/store/sqlite-file.ts'
import { inspectSqlite } from './inspect-sqlite.ts'
import { contentsOf, sqliteFileOf } from './sqlite-database.ts'

export const backup = command({
  name: 'backup',
  summary: 'Copy the SQLite database to a file, while the service runs, and check the copy.',
  operands: { file: 'Where the copy goes.' },
  options: { force: { type: 'boolean', help: 'Replace a file that is there.' } },

  async run({ operands, values, terminal, config }) {
    const source = sqliteFileOf(config(), 'use pg_dump to back it up')
    const target = path.resolve(terminal.cwd, operands.file)
    if (!existsSync(source)) throw new CommandError(`There is no database at ${source}.`)
    if (target === source) throw new CommandError('This is the database itself.')
    if (existsSync(target) && !values.force) throw new CommandError(`${target} is there already; --force replaces it.`)

    // Renamed when it is complete, so that a reader never finds half a backup.
    const partial = `${target}.partial-${process.pid}`
    try {
      await copySqlite(source, partial)
      const found = await inspectSqlite(partial, systemClock.now())
      if ('problem' in found) throw new CommandError(`The copy is not good, and was removed: ${found.problem}`)
      if (values.force) renameSync(partial, target)
      else linkSync(partial, target) // fails when another process was faster
      syncDirectoryOf(target)
      terminal.out(`Backed up to ${target}: ${contentsOf(found)}.`)
    } finally {
      rmSync(partial, { force: true })
    }
  },
})
