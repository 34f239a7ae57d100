import { describe, expect, it } from 'vitest'
import { application, userinfoOf } from '../../../../test/support/application.ts'
import { member } from '../../../../test/support/mailed-codes.ts'
import { type World, world } from '../../../../test/support/world.ts'
import { commandLineClient } from '../../../gate/assembly/command-line-client.ts'
import { changeClient, removeClient } from '../steps/change-client.ts'
import { clientsIn } from '../tables/clients.ts'

/** As a redemption that goes on for as long as the work does: the client is held, and nothing is committed. */
async function whileHeld<T>({ depsFor }: Pick<World, 'depsFor'>, work: () => Promise<T>): Promise<T> {
  return depsFor().store.transaction(async (tx) => {
    expect(await clientsIn(tx).hold('grafana')).toBeDefined()
    return work()
  })
}

async function atClient() {
  const here = await world()
  const app = await application(here)
  const people = await Promise.all(['ada', 'bob', 'eve'].map((name) => member(here, `${name}@example.com`)))
  const keeper = () => ({ deps: here.depsFor(), client: commandLineClient })
  return { here, app, people, keeper }
}

describe('a client in the middle of redemptions', () => {
  it('is held by all of them at once, and notes of its use and refusals wait for none', async () => {
    const { here, app, people } = await atClient()
    const clients = () => clientsIn(here.depsFor().store)
    await whileHeld(here, () =>
      whileHeld(here, async () => {
        for (const { browser } of people) expect((await app.redeem(await app.code(browser))).status).toBe(200)
        await clients().noteRefusal('grafana', { refusal: 'code_unknown' }, here.clock.now())
        await clients().noteUse('grafana', here.clock.now() + 120_000)
      }),
    )
    const [row] = await here.sql(`SELECT has_sent_challenge, last_refusal, last_used_at FROM oidc_clients`)
    expect(row).toEqual({ has_sent_challenge: 1, last_refusal: 'code_unknown', last_used_at: here.clock.now() + 120_000 })
  })

  it.each([
    ['disabled', (keeper) => changeClient(keeper, 'grafana', { isDisabled: true })],
    ['changed', (keeper) => changeClient(keeper, 'grafana', { demands: { role: 'admin' } })],
    ['removed', (keeper) => removeClient(keeper, 'grafana')],
  ] satisfies [string, (keeper: Parameters<typeof changeClient>[0]) => Promise<unknown>][])(
    'is %s after those that have begun, and before any other',
    async (_what, change) => {
      const { here, app, people, keeper } = await atClient()
      const codes = await Promise.all(people.map(({ browser }) => app.code(browser)))
      const [first = '', second = '', third = ''] = codes
      const order: string[] = []
      const { changed } = await whileHeld(here, async () => {
        const changed = change(keeper()).then(() => order.push('changed'))
        for (const code of [first, second]) expect((await app.redeem(code)).status).toBe(200)
        order.push('redeemed')
        return { changed }
      })
      await changed
      expect(order).toEqual(['redeemed', 'changed'])
      const late = await app.redeem(third)
      expect([400, 401]).toContain(late.status)
      expect((await userinfoOf(here, String(late.body.access_token))).status).toBe(401)
    },
  )
})
