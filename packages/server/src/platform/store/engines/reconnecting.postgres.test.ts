import '../../../subjects/index.ts'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openPostgres } from './postgres.ts'

/** Far more than a few a second, and far less than a loop that nothing slows down: that one was past a thousand. */
const WATCHED_MS = 2000
const FEW = 12

const FULL = Buffer.from('SFATAL\0VFATAL\0C53300\0Msorry, too many clients already\0\0')

/** A message of the server: a letter, the length of what follows and itself, and that. */
const refusal = Buffer.concat([Buffer.from('E'), Buffer.from([0, 0, 0, FULL.length + 4]), FULL])

/** A server that answers every connection with a refusal and ends it, as one does that is starting or has no room. */
async function refusingServer() {
  let attempts = 0
  const server = createServer((socket) => {
    attempts++
    socket.on('error', () => undefined).once('data', () => socket.end(refusal))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  onTestFinished(() => void server.close())
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const engine = await openPostgres({ url: `postgres://x:x@127.0.0.1:${port}/x`, poolSize: 4, onError: () => undefined })
  onTestFinished(engine.close)
  return { engine, attempts: () => attempts }
}

describe('a PostgreSQL server that refuses every connection', () => {
  it('is asked a few times a second by the lease', async () => {
    const { engine, attempts } = await refusingServer()
    const lease = engine.follow({ evict: () => undefined, clear: () => undefined }, () => undefined)
    onTestFinished(() => lease.stop())
    await sleep(WATCHED_MS)
    expect(attempts()).toBeGreaterThan(1)
    expect(attempts()).toBeLessThan(FEW)
  })

  it('is asked no more often by requests, which fail at once', async () => {
    const { engine, attempts } = await refusingServer()
    let requests = 0
    for (const end = performance.now() + WATCHED_MS; performance.now() < end; requests++) {
      await expect(engine.query('SELECT 1 AS one')).rejects.toThrow()
      await sleep(1)
    }
    expect(requests).toBeGreaterThan(4 * FEW)
    expect(attempts()).toBeLessThan(FEW)
  })
})
