import type { Logger } from 'pino'
import type { Config } from '../config/schema.ts'
import type { Context } from '../core/deps.ts'
import { hideSecrets } from '../logging/hide-secrets.ts'
import { smtpErrorText } from '../mail/smtp-error.ts'
import type { Terminal } from './command.ts'
import { commandLineClient } from './command-line-client.ts'
import { withEngine } from './with-engine.ts'

/**
 * The service's own dependencies for the length of one command, and nobody listens: what is mailed from here is sealed,
 * rendered and sent exactly as the running service does it.
 */
export async function withService<T>(config: Config, terminal: Terminal, work: (context: Context) => Promise<T>): Promise<T> {
  const { createService } = await import('../main.ts')
  const log = await commandLog(config, terminal)
  return withEngine(config, async (engine) => {
    const borrowed = { ...engine, close: async () => undefined }
    const service = await createService(config, { log, engine: borrowed })
    try {
      return await work({ deps: service.depsFor(), client: commandLineClient })
    } finally {
      await service.stop()
    }
  })
}

/** On stderr, so that stdout holds the answer alone. A mail server's words are shown without the password they may repeat. */
async function commandLog(config: Config, terminal: Terminal): Promise<Logger> {
  const { server, mail } = config
  const { pino } = await import('pino')
  const hide = hideSecrets(config)
  const err = (error: unknown) => (mail.smtpUrl ? smtpErrorText(error, mail.smtpUrl) : String(error))
  return pino(
    { level: server.logLevel, base: null, serializers: { err } },
    { write: (line: string) => terminal.err(hide(line).trimEnd()) },
  )
}
