import { describe, expect, it } from 'vitest'
import { checkpoint, seal, written } from '../../../../test/support/sealed.ts'
import { shell } from '../../../../test/support/shell.ts'
import { snapshot } from '../../../../test/support/snapshot.ts'
import { toldEndpoint } from '../../../../test/support/told-endpoint.ts'
import { RECEIVERS, tell } from '../../../../test/support/webhook-receiver.ts'
import { held, type World, world } from '../../../../test/support/world.ts'

const MINUTE = 60_000

async function twice(types?: readonly string[]) {
  const here = await toldEndpoint(types)
  const other = await world({ databaseUrl: here.database.url, env: RECEIVERS })
  const ids = () => here.receiver.received.map(({ headers }) => headers['webhook-id'])
  return { here, other, receiver: here.receiver, ids }
}

const look = ({ purge }: World) => purge.run()

describe('several processes', () => {
  it('tell each thing once, and an endpoint four things at once, all together', async () => {
    const { here, other, receiver, ids } = await twice()
    const { released, release } = held()
    receiver.answers(async (response) => {
      await released
      response.writeHead(204).end()
    })
    await written(here, 24)
    await seal(here)
    await Promise.all([look(here), look(other)])
    await expect.poll(() => receiver.received.length).toBe(4)
    await Promise.all([look(here), look(other)])
    release()
    await expect
      .poll(async () => {
        await Promise.all([look(here), look(other)])
        await Promise.all([here.idle(), other.idle()])
        return (await here.look()).lag
      })
      .toBe(0)
    expect([receiver.received.length, new Set(ids()).size, receiver.mostAtOnce()]).toEqual([24, 24, 4])
  })

  it('have sixteen things under way at once, all together', async () => {
    const { here, other, receiver } = await twice()
    for (let n = 0; n < 4; n++)
      await here.root.post('/admin/webhooks', { url: `${receiver.url}/${n}`, types: ['*'], description: '' })
    await tell(here)
    receiver.received.length = 0
    const { released, release } = held()
    receiver.answers(async (response) => {
      await released
      response.writeHead(204).end()
    })
    await written(here, 6)
    await seal(here)
    await Promise.all([look(here), look(other)])
    await expect.poll(() => receiver.received.length).toBe(16)
    await Promise.all([look(here), look(other)])
    release()
    await expect
      .poll(async () => {
        await Promise.all([look(here), look(other)])
        await Promise.all([here.idle(), other.idle()])
        return receiver.received.length
      })
      .toBe(30)
    expect(receiver.mostAtOnce()).toBe(16)
  })

  it('go on where one died between the answer and noting it, under the same id', async () => {
    const { here, other, receiver, ids } = await twice()
    receiver.answers((response) => {
      here.failStatements(new Error('the process is dead'))
      response.writeHead(204).end()
    })
    await here.ada.post('/auth/logout')
    await expect(tell(here)).rejects.toThrow('the process is dead')
    await here.idle()
    receiver.answers((response) => response.writeHead(204).end())
    await tell(other)
    expect(ids()).toHaveLength(1)
    other.clock.advance(MINUTE)
    await tell(other)
    expect([ids().length, new Set(ids()).size]).toEqual([2, 1])
    other.clock.advance(MINUTE)
    await tell(other)
    expect(ids()).toHaveLength(2)
  })

  it('are told by one that stops what it had under way, and send it again at once', async () => {
    const { here, other, receiver, ids } = await twice()
    const arrived = held()
    receiver.answers(() => arrived.release())
    await here.ada.post('/auth/logout')
    await seal(here)
    await look(here)
    await arrived.released
    await here.stop()
    receiver.answers((response) => response.writeHead(204).end())
    await tell(other)
    expect([ids().length, new Set(ids()).size]).toEqual([2, 1])
    const [delivery] = await other.sql(`SELECT attempts, outcome FROM webhook_deliveries ORDER BY sequence DESC`)
    expect({ ...delivery, attempts: Number(delivery?.['attempts']) }).toEqual({ attempts: 1, outcome: 'delivered' })
  })
})

describe('a new SECRET', () => {
  it('leaves webhooks the secrets that their servers know', async () => {
    const [OLD, NEW] = ['the secret of last year, 32 bytes and more', 'the secret of this year, 32 bytes and more']
    const here = await toldEndpoint(['*'], { SECRET: OLD })
    const beside = (env: Record<string, string>) => world({ databaseUrl: here.database.url, env: { ...RECEIVERS, ...env } })
    await beside({ SECRET: NEW, PREVIOUS_SECRET: OLD })
    const last = await beside({ SECRET: NEW })
    await written(here, 1)
    await tell(last)
    const [one] = here.receiver.received
    expect(await here.verified(one)).toBe('verified')
  })
})

describe('an old copy that is put back', () => {
  it('says something else of the log at the same size, under another id', async () => {
    const { here, other, receiver, ids } = await twice(['audit.checkpoint'])
    const putBack = await snapshot(here.elsewhere)
    const sizeOf = async () => Number((await here.sql(`SELECT size FROM audit_head`))[0]?.['size'])
    await written(here, 5)
    await seal(here)
    await checkpoint(here)
    await tell(here)
    const size = await sizeOf()
    await Promise.all([here.stop(), other.stop()])
    await putBack()
    const later = await world({ databaseUrl: here.database.url, env: RECEIVERS })
    await seal(later)
    await written(later, size - (await sizeOf()), 'other')
    await seal(later)
    await checkpoint(later)
    await tell(later)
    expect(receiver.received.map(({ event }) => event.data.size)).toEqual([size, size])
    expect(new Set(ids()).size).toBe(2)
    for (const id of ids()) expect(id).toMatch(new RegExp(`^checkpoint-${size}-[0-9a-f]{16}$`))
  })

  it('tells once more what was open in it, under the ids that servers know, and nothing that was done in it', async () => {
    const { here, other, receiver, ids } = await twice()
    await written(here, 1, 'done')
    await tell(here)
    receiver.answers((response) => response.writeHead(503).end())
    await written(here, 1, 'open')
    await tell(here)
    const putBack = await snapshot(here.elsewhere)
    receiver.answers((response) => response.writeHead(204).end())
    await here.wait(6000)
    expect(ids()).toEqual(['done-0', 'open-0', 'open-0'])
    await Promise.all([here.stop(), other.stop()])
    await putBack()
    const env = { DATABASE_URL: here.database.url, SECRET: 'a secret for tests, 32 bytes and more' }
    expect((await shell(env).latchkey('restored', '--yes')).code).toBe(0)
    const later = await world({ databaseUrl: here.database.url, env: RECEIVERS })
    receiver.received.length = 0
    later.clock.advance(MINUTE)
    await tell(later)
    expect(ids().filter((id) => /^(?:done|open)/.test(String(id)))).toEqual(['open-0'])
    expect(await here.verified(receiver.received.find(({ headers }) => headers['webhook-id'] === 'open-0'))).toBe('verified')
  })
})
