import { CommandError, command } from '../platform/commands/command.ts'
import { systemClock } from '../platform/kernel/clock.ts'
import { startService } from './start.ts'
import { seatOf } from './workers/worker.ts'

export const dev = command({
  name: 'dev',
  summary: 'Start the service for development. Refuses to in production.',
  options: { seed: { type: 'boolean', help: 'First fill an empty database with people, organisations and weeks of events.' } },

  async run({ values, terminal, config: load }) {
    const config = load()
    if (config.profile === 'production')
      throw new CommandError('This is for development, and NODE_ENV is production: `latchkey start` starts the service.')
    if (values.seed && !seatOf(process.env)) {
      const { seedDatabase } = await import('./seed/seed-database.ts')
      const administrator = await seedDatabase(config, systemClock.now())
      if (administrator) {
        const { email, password } = administrator
        terminal.err(`The database is filled. Administrator: ${email}, password: ${password}. Every account has this password.`)
        if (!config.organisations.enabled) terminal.err('ORGANISATIONS=true shows the organisations as well.')
      } else terminal.err('There are accounts in the database already: it was not filled.')
    }
    await startService(terminal, load)
  },
})
