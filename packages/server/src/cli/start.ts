import { createServer } from 'node:net'
import { isatty } from 'node:tty'
import { setFlagsFromString } from 'node:v8'
import type { Logger } from 'pino'
import { adminsIn } from '../gate/accounts/tables/admins.ts'
import { openStore } from '../gate/assembly/open-store.ts'
import { withEngine } from '../gate/assembly/with-engine.ts'
import { pagePaths } from '../gate/page-paths.ts'
import { askedToStop } from '../platform/commands/asked-to-stop.ts'
import { CommandError, command, type Terminal } from '../platform/commands/command.ts'
import { textOf } from '../platform/commands/finding.ts'
import { liveConfig } from '../platform/config/live-config.ts'
import type { Config } from '../platform/config/schema.ts'
import { showsInbox } from '../platform/config/shows-inbox.ts'
import { unknownNames } from '../platform/config/unknown-names.ts'
import { CannotListen } from '../platform/kernel/cannot-listen.ts'
import { servedAddress } from '../platform/kernel/own-path.ts'
import { stopTimes } from '../platform/kernel/stop-times.ts'
import { createLog } from '../platform/logging/create-log.ts'
import { DatabaseMoved, NotThere } from '../platform/store/moved/database-moved.ts'
import { handedSocket } from './handed-socket.ts'
import { onHangup } from './on-hangup.ts'
import { rereading } from './reread-settings.ts'
import { acceptDealt } from './workers/dealt-connections.ts'
import type { Seat } from './workers/messages.ts'
import { configFor, followParent, leaveParent, seatOf, serveParent, tellBroken, tellLastFigures } from './workers/worker.ts'

export const start = command({
  name: 'start',
  summary: 'Start the service, migrating the database first if needed.',
  options: {},

  run: ({ terminal, config }) => startService(terminal, config),
})

export async function startService(terminal: Terminal, load: () => Config): Promise<void> {
  const config = load()
  const seat = seatOf(process.env)
  if (!seat) for (const name of unknownNames(terminal)) createLog(config).warn(name)
  if (seat) followParent()
  if (config.server.workers > 1 && !seat) return startWorkers(config, load, terminal)
  const log = createLog(config)
  const serving = serve(seat ? configFor(seat, config) : config, seat, log)
  // From a terminal the signal means that its window was closed.
  if (!seat && !terminal.isInteractive)
    takeOver(serving.then(({ take }) => rereading(config, { load, log, take, isFixed: ({ isLive }) => !isLive })))
  const { service, config: used } = await serving
  letHeapGrow()
  const asked = seat ? serveParent(seat, service) : askedToStop()
  if (!seat) await greet(terminal, used)
  const broken = await Promise.race([asked, service.broken])
  if (broken) {
    const { reason, exitCode } = lastWords(broken)
    if (seat) await tellBroken(reason, exitCode)
    // At once where the disk is broken: the other workers write to the same file.
    await service.stop(exitCode === MOVED ? used.server.stopDelay : 0)
    if (!seat) throw new CommandError(reason, exitCode)
    process.exit(exitCode)
  }
  if (seat) await tellLastFigures(service)
  await service.stop()
  // Work that did not end in time has been waited for, and must not keep the process alive.
  setTimeout(() => process.exit(), stopTimes.lingerMs).unref()
  if (seat) leaveParent()
}

const takenBy = (take: (next: Config) => void) => async (next: Config) => {
  take(next)
  return true
}

/** V8's own factor: `bin/latchkey.js` sets a smaller one for as long as the service starts. */
const letHeapGrow = (): void => setFlagsFromString('--semi-space-growth-factor=2')

/** A signal that comes during the start is kept until then. */
function takeOver(started: Promise<() => Promise<void>>): void {
  // A start that fails has its own words.
  const acting = started.catch(() => async () => undefined)
  onHangup(async () => (await acting)())
}

/** EX_TEMPFAIL: what starts the process again has to be told first where the database is. */
const MOVED = 75

function lastWords(broken: Error): { readonly reason: string; readonly exitCode: number } {
  if (broken instanceof NotThere) return { reason: `The service has stopped: ${broken.message}.`, exitCode: MOVED }
  if (!(broken instanceof DatabaseMoved))
    return { reason: `The service has stopped: ${broken.message} (${textOf(broken.cause)}).`, exitCode: 1 }
  const { target } = broken.destination
  return { reason: `The service has stopped: its database has moved to ${target}. Set DATABASE_URL to it.`, exitCode: MOVED }
}

async function greet(terminal: Terminal, config: Config): Promise<void> {
  if (!terminal.isInteractive) return
  const { server } = config
  // The service is up, whatever becomes of this question.
  const [administrator] = await withEngine(config, (engine) => adminsIn(openStore(engine)).list(1)).catch(() => [])
  const places = [
    ['Open', `${server.publicUrl}${server.basePath}`],
    ...(showsInbox(config) ? [['Mails', servedAddress(server, '~/dev/inbox')]] : []),
    ['Console', servedAddress(server, pagePaths.console)],
    ...(administrator ? [] : [['', `for administrators: ${calledAs()} admin create`]]),
    ['Reference', servedAddress(server, '~/docs')],
  ]
  const lines = places.map(([name = '', text]) => `    ${name.padEnd(11)}${text}`)
  terminal.err(['', '  Latchkey is ready.', '', ...lines, ''].join('\n'))
}

/** How a command is called: the program that is one file needs no npm. */
function calledAs(): string {
  const sea = process.getBuiltinModule('node:sea') as { isSea(): boolean } | undefined
  return sea?.isSea() ? './latchkey' : 'npx latchkey'
}

async function startWorkers(config: Config, reread: () => Config, terminal: Terminal): Promise<void> {
  const { runWorkers } = await import('./workers/run-workers.ts')
  letHeapGrow()
  const { server } = await withFreePort(config)
  const { port, publicUrl } = server
  await runWorkers(config, {
    reread,
    ...(port !== config.server.port && { picked: { port, publicUrl } }),
    handed: handedSocket(process.env),
    hearsHangups: !terminal.isInteractive,
    onReady: () => greet(terminal, { ...config, server }),
  })
}

const ATTEMPTS = 5

/** Another process may take a port between the moment it is picked and the moment we listen; then another one is picked. */
async function serve(settings: Config, seat: Seat | undefined, log: Logger) {
  const { createService } = await import('../main.ts')
  const logsRequests = settings.profile === 'development' && isatty(process.stdout.fd)
  const handed = handedSocket(process.env)
  for (let attempt = 1; ; attempt++) {
    const { config, take } = liveConfig(await withFreePort(settings))
    const service = await createService(config, { log, logsRequests, answersEarly: !seat && handed === undefined })
    try {
      await (seat ? service.open(() => acceptDealt(service.app)) : service.listen(handed))
      return { service, config, take: takenBy(take) }
    } catch (error) {
      const isUnlucky =
        new URL(settings.server.publicUrl).port === '0' && error instanceof CannotListen && error.setting === 'PORT'
      if (!isUnlucky || attempt === ATTEMPTS) throw error
    }
  }
}

/**
 * With `PORT=0` and no public URL, links in mails would lead to port 0, because they are made of the configuration. So a port is
 * picked before the service listens, and stands in both settings.
 */
async function withFreePort(config: Config): Promise<Config> {
  if (new URL(config.server.publicUrl).port !== '0') return config
  const port = await freePort(config.server.host)
  return { ...config, server: { ...config.server, port, publicUrl: `http://localhost:${port}` } }
}

const freePort = (host: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error) => reject(CannotListen.from(error, { host, port: 0, setting: 'PORT' })))
    probe.listen(0, host, () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
