import { describe, expect, it } from 'vitest'
import { inTime } from '../../../../test/support/in-time.ts'
import { seal, written } from '../../../../test/support/sealed.ts'
import { toldEndpoint } from '../../../../test/support/told-endpoint.ts'
import { RECEIVERS, tell } from '../../../../test/support/webhook-receiver.ts'
import { held, world } from '../../../../test/support/world.ts'

/** An endpoint that keeps whatever it is sent until it is let go. */
async function slow(types?: readonly string[]) {
  const here = await toldEndpoint(types)
  const { released, release } = held()
  here.receiver.answers(async (response) => {
    await released
    response.writeHead(204).end()
  })
  const come = async (name: string, events = 1) => {
    await written(here, events, name)
    await seal(here)
    await here.purge.run()
  }
  const arrived = (count: number) => expect.poll(() => here.receiver.received.length, inTime).toBe(count)
  return { ...here, come, arrived, release }
}

describe('an endpoint that answers slowly', () => {
  it('is told four things at once also when they come one after the other', async () => {
    const { come, arrived, release, receiver, ...here } = await slow()
    for (const [at, name] of ['a', 'b', 'c', 'd'].entries()) {
      await come(name)
      await arrived(at + 1)
    }
    await come('e', 5)
    release()
    await expect
      .poll(async () => {
        await tell(here)
        return receiver.received.length
      }, inTime)
      .toBe(9)
    expect([receiver.mostAtOnce(), new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size]).toEqual([4, 9])
  })

  it('is tested within what it may be told at once, of all processes together', async () => {
    const { come, arrived, release, receiver, root, url, ...here } = await slow()
    const other = await world({ databaseUrl: here.database.url, env: RECEIVERS })
    await come('a', 3)
    await arrived(3)
    const test = root.post(`${url}/test`)
    await arrived(4)
    for (const refused of await Promise.all(Array.from({ length: 6 }, () => root.post(`${url}/test`))))
      expect(refused).toMatchObject({ status: 503, body: { error: 'overloaded' }, headers: { 'retry-after': '5' } })
    await come('b', 2)
    await other.purge.run()
    await other.idle()
    expect(receiver.received).toHaveLength(4)
    release()
    expect((await test).body).toMatchObject({ outcome: 'delivered' })
    await here.idle()
    await tell(here)
    expect([receiver.mostAtOnce(), receiver.received.length]).toEqual([4, 6])
    expect((await here.deliveries()).map(({ type }: { type: string }) => type)).not.toContain('webhook.test')
    expect((await here.look()).lag).toBe(0)
  })

  it('is told no test of a process that has died', async () => {
    const { arrived, root, url, release, ...here } = await slow()
    const test = root.post(`${url}/test`)
    await arrived(1)
    const [row] = await here.sql(`SELECT leased_until FROM webhook_deliveries WHERE type = 'webhook.test'`)
    await here.sql(`UPDATE webhook_deliveries SET id = id || 'x' WHERE type = 'webhook.test'`)
    release()
    await test
    here.clock.advance(Number(row?.['leased_until']) - here.clock.now() + 1000)
    await tell(here)
    expect(here.receiver.types()).toEqual(['webhook.test'])
    expect((await root.post('/auth/refresh')).status).toBe(200)
    expect((await here.look()).lag).toBe(0)
  })
})
