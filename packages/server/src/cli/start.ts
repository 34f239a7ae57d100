import { askedToStop } from '../platform/commands/asked-to-stop.ts'
import { command } from '../platform/commands/command.ts'
import type { Config } from '../platform/config/schema.ts'
import { showsInbox } from '../platform/config/shows-inbox.ts'
import { CannotListen } from '../platform/kernel/cannot-listen.ts'
import { stopTimes } from '../platform/kernel/stop-times.ts'
import { withFreePort } from './with-free-port.ts'

export const start = command({
  name: 'start',
  summary: 'Start the service, migrating the database first if needed.',
  options: {},

  async run({ terminal, config: load }) {
    const { service, config } = await serve(load())
    if (terminal.isInteractive) {
      const places = `API reference: /docs${showsInbox(config) ? ', mails: /dev/inbox' : ''}`
      terminal.err(`\n  ${config.server.appName} is ready: ${config.server.publicUrl}  (${places})\n`)
    }
    await askedToStop()
    await service.stop()
    // Something that did not end in time may keep the process alive; it has been waited for.
    setTimeout(() => process.exit(), stopTimes.lingerMs).unref()
  },
})

const ATTEMPTS = 5

/** Another process may take a port that was picked, before we listen on it; then another one is picked. */
async function serve(wanted: Config) {
  const { createService } = await import('../main.ts')
  for (let attempt = 1; ; attempt++) {
    const config = await withFreePort(wanted)
    const service = await createService(config)
    try {
      await service.listen()
      return { service, config }
    } catch (error) {
      const isUnlucky = config !== wanted && error instanceof CannotListen && error.setting === 'PORT'
      if (!isUnlucky || attempt === ATTEMPTS) throw error
    }
  }
}
