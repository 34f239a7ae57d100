import type { Server } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'

/** More than the system queues for `accept`; a limit, so that a flood of clients cannot keep a server open. */
const MOST_TURNS = 2000
/** In a turn this short, hardly any client arrives unseen. */
const SHORT_MS = 0.3

/** Closing a server resets connections that the system has queued and Node, which accepts one in a turn, has not accepted. */
export async function acceptQueued(server: Server): Promise<void> {
  let accepted = 0
  const count = () => accepted++
  server.on('connection', count)
  for (let turns = 0; turns < MOST_TURNS; turns++) {
    const [before, begun] = [accepted, performance.now()]
    await nextTurn()
    if (accepted === before && performance.now() - begun < SHORT_MS) break
  }
  server.off('connection', count)
}
