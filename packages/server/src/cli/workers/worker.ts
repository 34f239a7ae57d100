import type { createService } from '../../main.ts'
import type { Config } from '../../platform/config/schema.ts'
import { SEAT, type Seat, type ToParent, type ToWorker } from './messages.ts'

type Service = Awaited<ReturnType<typeof createService>>

export const seatOf = (env: NodeJS.ProcessEnv): Seat | undefined => {
  const given = env[SEAT]
  return given === undefined ? undefined : JSON.parse(given)
}

const part = (whole: number, { of }: Seat): number => Math.max(1, Math.floor(whole / of))

/** What bounds the machine is divided; rate limits are shared through the database, as those of several machines are. */
export const configFor = (seat: Seat, config: Config): Config => ({
  ...config,
  server: { ...config.server, ...seat.picked, maxConnections: part(config.server.maxConnections, seat) },
  passwords: {
    ...config.passwords,
    hashConcurrency: part(config.passwords.hashConcurrency, seat),
    hashQueue: part(config.passwords.hashQueue, seat),
  },
})

/** Resolves when the parent wants the worker to stop. Tells the parent its figures whenever the parent asks. */
export async function serveParent(seat: Seat, service: Service): Promise<void> {
  if (seat.number !== 1) await service.purge.stop() // once is enough
  const stopped = new Promise<void>((resolve) => {
    process.on('message', (message: ToWorker) => {
      if (message.kind === 'stop') resolve()
      if (message.kind !== 'figures') return
      const { question } = message
      void service.figures().then((figures) => tellParent({ kind: 'figures', question, figures }))
    })
    // For a service manager that signals every process of the service. An interrupt at the terminal reaches all, and is the parent's.
    process.once('SIGTERM', () => resolve())
    process.on('SIGINT', () => undefined)
  })
  tellParent({ kind: 'ready' })
  await stopped
}

export const tellParent = (message: ToParent, done?: () => void): void => {
  if (process.connected) process.send?.(message, undefined, undefined, done)
}

export async function tellLastFigures(service: Service): Promise<void> {
  tellParent({ kind: 'figures', figures: await service.figures() })
}

/** Resolves once the parent has been told. */
export const tellBroken = (reason: string, exitCode: number): Promise<void> =>
  new Promise((resolve) => {
    if (process.connected) tellParent({ kind: 'broken', reason, exitCode }, resolve)
    else resolve()
  })

const endWithParent = (): void => process.exit()

/** Requests reach a worker through its parent alone. */
export function followParent(): void {
  process.on('SIGHUP', () => undefined) // meant for the parent, which may be signalled with all of its group
  process.once('disconnect', endWithParent)
}

export function leaveParent(): void {
  process.off('disconnect', endWithParent)
  if (process.connected) process.disconnect()
}
