import type { Logger } from 'pino'
import type { Terminal } from '../../platform/commands/command.ts'
import type { Config } from '../../platform/config/schema.ts'
import { hideSecrets } from '../../platform/logging/hide-secrets.ts'
import { smtpErrorText } from '../../platform/mail/smtp-error.ts'
import type { Context } from '../deps.ts'
import { commandLineClient } from './command-line-client.ts'
import { withEngine } from './with-engine.ts'

/** For the length of one command: mails are sent as by the running service, but nothing listens and no jobs run. */
export async function withDeps<T>(config: Config, terminal: Terminal, work: (context: Context) => Promise<T>): Promise<T> {
  const { openDeps } = await import('./open-deps.ts')
  const log = await commandLog(config, terminal)
  return withEngine(config, async (engine) => {
    const deps = await openDeps(config, engine, { log })
    try {
      return await work({ deps: deps.depsFor(), client: commandLineClient })
    } finally {
      await deps.close()
    }
  })
}

/** On stderr, so that stdout holds the answer alone. A mail server's error may repeat the password, which is hidden. */
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
