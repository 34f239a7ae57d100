import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** How long what is in flight may take once the process was asked to stop. */
const STOP_LIMIT_MS = 10_000
const SWEEP_MS = 50

/**
 * Stops accepting, and waits for what is in flight. Before that, for as long as it is told to, everything is still
 * answered, and each answer says that it is its connection's last: a proxy has moved on before anything closes under its hands.
 */
export async function closeApp(app: FastifyInstance, delayMs: number): Promise<void> {
  app.server.maxRequestsPerSocket = 1
  if (delayMs > 0) await wait(delayMs)
  // A connection that was busy when the server closed is kept alive after its answer, unless somebody ends it.
  const sweep = setInterval(() => app.server.closeIdleConnections(), SWEEP_MS)
  const deadline = setTimeout(() => app.server.closeAllConnections(), STOP_LIMIT_MS)
  await app.close()
  clearInterval(sweep)
  clearTimeout(deadline)
}
