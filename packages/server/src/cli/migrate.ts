import { command } from '../platform/commands/command.ts'
import type { OnStep } from '../platform/store/migrate.ts'
import { openMigrated } from '../platform/store/open-migrated.ts'
import { checkMigrations } from './migration-check.ts'

export const migrateDatabase = command({
  name: 'migrate',
  summary: 'Make the database, or bring it up to date. `start` does this too.',
  options: {
    check: {
      type: 'boolean',
      help: 'Only say what would run, for how long, and whether the older version can go on meanwhile. Exit code 0: nothing; 3: it can; 4: stop it first.',
    },
  },

  async run({ values, terminal, config }) {
    if (values.check) return checkMigrations(terminal, config())
    const url = config().storage.url.reveal()
    const onStep: OnStep = ({ migration, number, of }) => terminal.err(`${number} of ${of}: ${migration}`)
    const { engine, applied } = await openMigrated({ url, poolSize: 1, onError: () => undefined }, onStep)
    await engine.close()
    for (const id of applied) terminal.out(`applied ${id}`)
    terminal.out('The database is up to date.')
  },
})
