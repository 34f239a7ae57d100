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
      else void service.figures().then((figures) => tell({ kind: 'figures', question: message.question, figures }))
    })
    // For a service manager that signals every process of the service. An interrupt at the terminal reaches all, and is the parent's.
    process.once('SIGTERM', () => resolve())
    process.on('SIGINT', () => undefined)
  })
  tell({ kind: 'ready' })
  await stopped
}

const tell = (message: ToParent): void => void process.send?.(message)

export async function tellLastFigures(service: Service): Promise<void> {
  tell({ kind: 'figures', figures: await service.figures() })
}

/** Resolves once the parent has been told. */
export const tellBroken = (reason: string): Promise<void> =>
  new Promise((resolve) => {
    const message: ToParent = { kind: 'broken', reason }
    if (process.send) process.send(message, () => resolve())
    else resolve()
  })

/** The parent is asked first: a connection that it has sent meanwhile is given back, and goes to another worker. */
export async function leaveParent(): Promise<void> {
  const { default: cluster } = await import('node:cluster')
  cluster.worker?.disconnect()
}
