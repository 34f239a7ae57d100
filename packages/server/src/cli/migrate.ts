import { command } from '../platform/commands/command.ts'
import type { OnStep } from '../platform/store/migrate.ts'
import { openMigrated } from '../platform/store/open-migrated.ts'

export const migrateDatabase = command({
  name: 'migrate',
  summary: 'Make the database, or bring it up to date. `start` does this too.',
  options: {},

  async run({ terminal, config }) {
    const url = config().storage.url.reveal()
    const onStep: OnStep = ({ migration, number, of }) => terminal.err(`${number} of ${of}: ${migration}`)
    const { engine, applied } = await openMigrated({ url, poolSize: 1, onError: () => undefined }, onStep)
    await engine.close()
    for (const id of applied) terminal.out(`applied ${id}`)
    terminal.out('The database is up to date.')
  },
})
