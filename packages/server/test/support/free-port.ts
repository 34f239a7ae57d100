import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Below those that systems give to connections going out, of which one may take a port between the look at it and its use. */
const [FIRST, AFTER_LAST] = [10_000, 32_000]

/** A port that nobody listens on at this moment. Drawn by lot, because others are looking for one at the same time. */
export async function freePort(): Promise<number> {
  const port = randomInt(FIRST, AFTER_LAST)
  return (await isFree(port)) ? port : freePort()
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
