import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { SocketGuard } from '../kernel/socket-guard.ts'
import { stopTimes } from '../kernel/stop-times.ts'

interface Stopping {
  readonly app: FastifyInstance
  readonly sockets: SocketGuard
  readonly log: Logger
  /** How long requests are still accepted. */
  readonly delayMs: number
  /** What the service has begun at a mail server, which may not answer. */
  readonly outbox: { cutOff(): void }
  /** Ends what goes on in the background. */
  stopBackground(): Promise<unknown>
  readonly engine: { close(): Promise<void> }
}

interface StopTimes {
  readonly cutMs: number
  readonly endMs: number
}

const SWEEP_MS = 50

/**
 * Stops accepting, waits for what is in flight, and closes the database last. Before that, for as long as it is told to,
 * everything is still answered, and each answer says that it is its connection's last: a proxy has moved on before anything
 * closes under its hands.
 */
export async function stopService(stopping: Stopping, { cutMs, endMs }: StopTimes = stopTimes): Promise<void> {
  const { app, sockets, log, delayMs } = stopping
  app.server.maxRequestsPerSocket = 1
  if (delayMs > 0) await wait(delayMs)
  // A connection that was busy when the server closed is kept alive after its answer, unless it is ended here.
  const sweep = setInterval(() => app.server.closeIdleConnections(), SWEEP_MS)
  const cut = setTimeout(() => {
    sockets.endAll()
    stopping.outbox.cutOff()
  }, cutMs)
  const over = new AbortController()
  const late = wait(endMs, 'late', { signal: over.signal }).catch(() => undefined)
  const outcome = await Promise.race([end(stopping), late]).finally(() => {
    clearInterval(sweep)
    clearTimeout(cut)
    over.abort()
    sockets.stop()
  })
  if (outcome === 'late') log.warn('not everything has ended in time')
}

async function end({ app, stopBackground, engine }: Stopping): Promise<void> {
  await app.close()
  await stopBackground()
  await engine.close()
}
