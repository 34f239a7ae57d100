import { showsInbox } from '../config/shows-inbox.ts'
import { askedToStop } from './asked-to-stop.ts'
import { command } from './command.ts'

export const start = command({
  name: 'start',
  summary: 'Start the service, migrating the database first if needed.',
  options: {},

  async run({ terminal, config: load }) {
    const config = load()
    const { createService } = await import('../main.ts')
    const service = await createService(config)
    await service.listen()
    if (terminal.isInteractive) {
      const places = `API reference: /docs${showsInbox(config) ? ', mails: /dev/inbox' : ''}`
      terminal.err(`\n  ${config.server.appName} is ready: ${config.server.publicUrl}  (${places})\n`)
    }
    await askedToStop()
    await service.stop()
  },
})
