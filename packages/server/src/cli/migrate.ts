import { command } from './command.ts'
import { withEngine } from './with-engine.ts'

export const migrateDatabase = command({
  name: 'migrate',
  summary: 'Bring the database up to date. `start` does this too.',
  options: {},

  async run({ terminal, config }) {
    await withEngine(config(), async (_engine, applied) => {
      for (const id of applied) terminal.out(`applied ${id}`)
      terminal.out('The database is up to date.')
    })
  },
})
