import { withEngine } from '../gate/assembly/with-engine.ts'
import { flushSessions } from '../gate/session-cache/flush-sessions.ts'
import { askConsent } from '../platform/commands/ask.ts'
import { CommandError, command } from '../platform/commands/command.ts'
import { systemClock } from '../platform/kernel/clock.ts'
import { LockHeld } from '../platform/store/engine.ts'
import { MIGRATION_LOCK } from '../platform/store/migrate.ts'
import { revokeCredentials } from '../platform/store/revoke-credentials.ts'
import { ENDED } from './restore.ts'

export const restored = command({
  name: 'restored',
  summary: 'After pg_restore, or another way to put an old database in place: end what may have been revoked or used since.',
  options: { yes: { type: 'boolean', help: 'Do not ask.' } },

  async run({ values, terminal, config }) {
    await withEngine(config(), async (engine) => {
      await askConsent(terminal, values.yes, 'Sign everybody out, and end all codes, invites and keys?')
      // As a migration, which has no time limit: there may be a million sessions.
      await engine
        .migration(MIGRATION_LOCK, (sql) => revokeCredentials(sql, engine.name, systemClock.now(), false))
        .catch(explain)
      await flushSessions(engine)
    })
    terminal.out(ENDED)
  },
})

function explain(error: unknown): never {
  throw error instanceof LockHeld ? new CommandError('Another process migrates the database: try again when it is done.') : error
}
