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

type StopTimes = Readonly<Record<'proxyMs' | 'idleMs' | 'cutMs' | 'endMs', number>>

const SWEEP_MS = 50

/**
 * Stops accepting, waits for what is in flight, and closes the database last. Before that, for as long as it is told to and as
 * proxies keep connections, everything is still answered. Each answer says that it is its connection's last, and a connection
 * without one is ended only when it has been idle for a while: nothing closes under the hands of a client that is sending.
 */
export async function stopService(stopping: Stopping, times: StopTimes = stopTimes): Promise<void> {
  const { sockets, log, delayMs } = stopping
  sockets.announceEnd()
  if (delayMs > 0) await wait(delayMs)
  const cut = setTimeout(() => {
    sockets.endAll()
    stopping.outbox.cutOff()
  }, times.cutMs)
  const over = new AbortController()
  const late = wait(times.endMs, 'late', { signal: over.signal }).catch(() => undefined)
  const outcome = await Promise.race([end(stopping, times), late]).finally(() => {
    clearTimeout(cut)
    over.abort()
    sockets.stop()
  })
  if (outcome === 'late') log.warn('not everything has ended in time')
}

async function end({ app, sockets, stopBackground, engine }: Stopping, { proxyMs, idleMs }: StopTimes): Promise<void> {
  for (let left = proxyMs; sockets.isKeptByProxies && left > 0; left -= SWEEP_MS) await wait(SWEEP_MS)
  const closed = app.close()
  const shutAt = performance.now()
  const endIdle = () => {
    const rested = performance.now() - idleMs
    if (shutAt <= rested) sockets.endIdle(rested)
  }
  // In a turn in which the loop has read from all sockets: what had come by then is no idle connection.
  const sweep = setInterval(() => setImmediate(endIdle), SWEEP_MS)
  await closed.finally(() => clearInterval(sweep))
  await stopBackground()
  await engine.close()
}
