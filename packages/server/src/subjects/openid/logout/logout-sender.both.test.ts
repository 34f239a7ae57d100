import { describe, expect, it } from 'vitest'
import { application, connect } from '../../../../test/support/connected.ts'
import { inTime } from '../../../../test/support/in-time.ts'
import { logoutReceiver } from '../../../../test/support/logout-receiver.ts'
import { audience, leave, look, outcomes, toldAt } from '../../../../test/support/told-application.ts'
import { held, world } from '../../../../test/support/world.ts'
import { logoutsIn } from '../tables/logouts.ts'

const MINUTE = 60_000

describe('an application that is told', () => {
  it('is told four things at once and no more, and one that does not answer keeps no other waiting', async () => {
    const common = await world()
    const here = await toldAt(common)
    const other = await toldAt(common)
    const [slow, quick] = [here.receiver, other.receiver]
    const people = await here.audience(9)
    for (const { browser } of people) await connect(here, browser, other.id)
    const { released, release } = held()
    const all = held()
    slow.answers(async (response) => {
      await released
      response.writeHead(200).end()
    })
    quick.answers((response) => {
      response.writeHead(200).end()
      if (quick.told.length === 9) all.release()
    })
    await leave(people.slice(0, 1))
    await expect.poll(() => slow.told.length, inTime).toBe(1)
    await leave(people.slice(1))
    await all.released
    await expect.poll(() => slow.told.length, inTime).toBe(4)
    expect(slow.mostAtOnce()).toBe(4)
    release()
    await here.idle()
    expect([slow.told.length, slow.mostAtOnce()]).toEqual([9, 4])
    expect(new Set([...(await here.outcomes()), ...(await other.outcomes())])).toEqual(new Set(['delivered']))
  })

  it('is left alone also by those who had looked before it failed', async () => {
    const here = await world()
    const receiver = await logoutReceiver()
    await application(here, { logoutUri: receiver.url })
    receiver.answers((response) => response.writeHead(503).end())
    await leave(await audience(here, 1))
    await here.idle()
    const [{ id } = { id: '' }] = await here.sql(`SELECT id FROM oidc_logouts`)
    const now = here.clock.now()
    expect(await logoutsIn(here.depsFor().store).lease(String(id), now, now + MINUTE)).toBeUndefined()
  })
})

describe('of several processes', () => {
  it('each tells what another has left, once', async () => {
    const here = await world()
    const other = await world({ databaseUrl: here.database.url })
    const receiver = await logoutReceiver()
    await application(here, { logoutUri: receiver.url })
    const people = await audience(here, 12)
    await Promise.all([leave(people), look(here), look(other), look(other)])
    await Promise.all([look(here), look(other)])
    expect(receiver.sids()).toEqual(people.map(({ sid }) => sid).sort())
  })

  it('one goes on where another died between sending and noting, under the same id', async () => {
    const here = await world()
    const other = await world({ databaseUrl: here.database.url })
    const receiver = await logoutReceiver()
    await application(here, { logoutUri: receiver.url })
    receiver.answers((response) => {
      here.failStatements(new Error('the process is dead'))
      response.writeHead(200).end()
    })
    await leave(await audience(here, 1))
    await here.idle()
    receiver.answers((response) => response.writeHead(200).end())
    await look(other)
    expect([await outcomes(other), receiver.told.length]).toEqual([[null], 1])
    other.clock.advance(MINUTE)
    await look(other)
    expect([await outcomes(other), receiver.told.length]).toEqual([['delivered'], 2])
    expect(new Set(receiver.told.map(({ claims }) => claims.jti)).size).toBe(1)
  })

  it('one that stops gives back what is under way, and the next tells it again', async () => {
    const here = await world()
    const other = await world({ databaseUrl: here.database.url })
    const receiver = await logoutReceiver()
    await application(here, { logoutUri: receiver.url })
    const people = await audience(here, 2)
    const arrived = held()
    receiver.answers(() => arrived.release())
    await leave(people)
    await arrived.released
    await here.stop()
    receiver.answers((response) => response.writeHead(200).end())
    await look(other)
    expect(await outcomes(other)).toEqual(['delivered', 'delivered'])
    expect(new Set(receiver.told.map(({ claims }) => claims.jti)).size).toBe(2)
  })
})
