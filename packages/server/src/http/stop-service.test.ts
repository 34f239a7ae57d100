import { describe, expect, it } from 'vitest'
import { unreadSocket } from '../../test/support/unread-socket.ts'
import { held, world } from '../../test/support/world.ts'
import { stopService } from './stop-service.ts'

const TIMES = { cutMs: 20, endMs: 60 }
const ends = async (): Promise<void> => undefined
const hangs = (): Promise<void> => new Promise<void>(() => undefined)

async function stoppable() {
  const here = await world({ env: { PORT: '0' } })
  const port = Number(new URL(await here.listen()).port)
  const parts = { ...here, delayMs: 0, stopBackground: ends, engine: { close: ends } }
  return { ...here, port, parts }
}

describe('stopService', () => {
  it.each([
    ['a database that does not close', { engine: { close: hangs } }],
    ['work in the background that does not end', { stopBackground: hangs }],
  ])('waits no longer than it may for %s, and says so', async (_what, stuck) => {
    const { parts, logged } = await stoppable()
    await stopService({ ...parts, ...stuck }, TIMES)
    expect(logged()).toContain('not everything has ended in time')
  })

  it('cuts off who has not ended before, and then ends in good order', async () => {
    const { parts, port, logged } = await stoppable()
    await unreadSocket(port, 'POST /auth/login HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n')
    const { released, release } = held()
    const told: string[] = []
    await stopService(
      {
        ...parts,
        outbox: {
          cutOff() {
            told.push('cut off')
            release()
          },
        },
        async stopBackground() {
          await released
          told.push('background')
        },
        engine: {
          async close() {
            told.push('database')
          },
        },
      },
      { cutMs: 20, endMs: 5000 },
    )
    expect(told).toEqual(['cut off', 'background', 'database'])
    expect(logged()).not.toContain('in time')
  })
})
