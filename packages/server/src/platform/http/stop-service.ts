import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { SocketGuard } from '../kernel/socket-guard.ts'
import { stopTimes } from '../kernel/stop-times.ts'

interface Stopping {
  readonly app: FastifyInstance
  readonly sockets: SocketGuard
  readonly log: Logger
  /** Requests are still accepted for so long. */
  readonly delayMs: number
  /** A mail server may never answer, so its connections are cut. */
  readonly outbox: { cutOff(): void }
  stopBackground(): Promise<unknown>
  readonly engine: { close(): Promise<void> }
}

type StopTimes = Readonly<Record<'proxyMs' | 'idleMs' | 'cutMs' | 'endMs', number>>

const SWEEP_MS = 50

/**
 * At first everything is still answered, for `delayMs` and for as long as proxies keep connections. Each answer says that it is the
 * last of its connection, and other connections end only after they have been idle for a while: none closes under a client that is
 * sending. The database is closed last.
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
  // After a turn of the loop all sockets have been read, so a connection with a waiting request does not look idle.
  const sweep = setInterval(() => setImmediate(endIdle), SWEEP_MS)
  await closed.finally(() => clearInterval(sweep))
  await stopBackground()
  await engine.close()
}
