import { chmodSync, chownSync, existsSync, linkSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { askConsent } from '../platform/commands/ask.ts'
import { CommandError, command } from '../platform/commands/command.ts'
import { systemClock, timestamp } from '../platform/kernel/clock.ts'
import { makeRestorable } from '../platform/store/make-restorable.ts'
import { copySqlite, isSqliteInUse, syncDirectoryOf, syncFile } from '../platform/store/sqlite-file.ts'
import { inspectSqlite } from './inspect-sqlite.ts'
import { contentsOf, sqliteFileOf } from './sqlite-database.ts'

export const ENDED = [
  'Everybody has to sign in again; trusted browsers, recovery codes, codes, invites and keys that were in use have ended.',
  'What was removed since is back: look through administrators, members of organisations, applications and their secrets, and webhooks.',
].join('\n')

export const restore = command({
  name: 'restore',
  summary: 'Put a backup in the place of the SQLite database. The service must not run; the old database is kept aside.',
  operands: { file: 'The backup.' },
  options: {
    yes: { type: 'boolean', help: 'Do not ask.' },
    'keep-sessions': {
      type: 'boolean',
      help: 'Let sessions, trusted browsers, recovery codes, codes, invites and keys of the backup work again, also those that were revoked or used since.',
    },
  },

  async run({ operands, values, terminal, config }) {
    const database = sqliteFileOf(config(), 'use pg_restore to restore it, and `latchkey restored` after that')
    const source = path.resolve(terminal.cwd, operands.file)
    if (!existsSync(source)) throw new CommandError(`There is no file ${source}.`)
    if (source === database) throw new CommandError('This is the database itself.')
    const now = systemClock.now()
    const found = await inspectSqlite(source, now)
    if ('problem' in found) throw new CommandError(`${source} cannot be restored: ${found.problem}.`)
    await refuseInUse(database)
    terminal.out(`${source} holds ${contentsOf(found)}.`)
    await askConsent(terminal, values.yes, `Put it in the place of ${database}?`)

    mkdirSync(path.dirname(database), { recursive: true })
    const prepared = `${database}.restoring-${process.pid}`
    try {
      await copySqlite(source, prepared)
      await makeRestorable(prepared, now, values['keep-sessions'] === true)
      syncFile(prepared)
      giveTo(prepared, existsSync(database) ? database : path.dirname(database))
      await refuseInUse(database)
      const aside = putInPlace(prepared, database, `${database}.before-restore-${timestamp(now).replaceAll(':', '-')}`)
      terminal.out(`Restored${aside === undefined ? '' : `; the database that was there is now ${aside}`}.`)
    } finally {
      rmSync(prepared, { force: true })
    }
    if (!values['keep-sessions']) terminal.out(ENDED)
  },
})

/** The service has to be able to open the file, also when root restores it. */
function giveTo(prepared: string, before: string): void {
  const [own, old] = [statSync(prepared), statSync(before)]
  if (own.uid !== old.uid || own.gid !== old.gid) chownSync(prepared, old.uid, old.gid)
  if (old.isFile()) chmodSync(prepared, old.mode & 0o777)
}

/** A process that has the old file open would go on writing to it, and those writes would be lost. */
async function refuseInUse(database: string): Promise<void> {
  if (existsSync(database) && (await isSqliteInUse(database)))
    throw new CommandError(`${database} is in use: stop the service first.`)
}

/** At every moment the name leads to a complete database. */
function putInPlace(prepared: string, database: string, aside: string): string | undefined {
  const wasThere = existsSync(database)
  if (wasThere) linkSync(database, aside)
  // Only a database that could not be opened leaves a WAL, which must not be applied to the new file.
  if (existsSync(`${database}-wal`)) renameSync(`${database}-wal`, `${aside}-wal`)
  for (const ending of ['-shm', '-journal']) rmSync(`${database}${ending}`, { force: true })
  renameSync(prepared, database)
  syncDirectoryOf(database)
  return wasThere ? aside : undefined
}
