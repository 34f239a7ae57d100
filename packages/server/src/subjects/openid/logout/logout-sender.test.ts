import { describe, expect, it } from 'vitest'
import { application } from '../../../../test/support/connected.ts'
import { logoutReceiver } from '../../../../test/support/logout-receiver.ts'
import { shared } from '../../../../test/support/shared.ts'
import { audience, leave, look, outcomes, toldAt } from '../../../../test/support/told-application.ts'
import { world } from '../../../../test/support/world.ts'
import { endAllSessions } from '../../../gate/access/end-access.ts'
import { accountsIn } from '../../../gate/accounts/tables/accounts.ts'
import { commandLineClient } from '../../../gate/assembly/command-line-client.ts'
import { openStore } from '../../../gate/assembly/open-store.ts'
import { inTransaction } from '../../../gate/transaction.ts'
import { HOUR_MS } from '../../../platform/kernel/clock.ts'

const MINUTE = 60_000

describe('an application that is told', () => {
  const common = shared(() => world())

  it('gets a token as the specification has it', async () => {
    const here = await toldAt(common(), { algorithm: 'ES256' })
    const { receiver } = here
    const [ada] = await here.audience(1)
    await ada?.browser.post('/auth/logout')
    await here.idle()
    const [told] = receiver.told
    expect(told?.header).toMatchObject({ alg: 'ES256', typ: 'logout+jwt' })
    const { iat = 0, exp = 0, jti, ...claims } = told?.claims ?? {}
    expect(claims).toEqual({
      iss: here.config.server.publicUrl,
      aud: here.id,
      sub: ada?.accountId,
      sid: ada?.sid,
      events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
    })
    expect([iat, exp - iat, typeof jti]).toEqual([here.clock.now() / 1000, 120, 'string'])
    expect(await here.outcomes()).toEqual(['delivered'])
  })

  it('knows the person by the name that this application has for them', async () => {
    const here = await toldAt(common(), { isFirstParty: false, isPairwise: true })
    const { receiver } = here
    const [ada] = await here.audience(1)
    await ada?.browser.post('/auth/logout')
    await here.idle()
    expect(receiver.told[0]?.claims.sub).toMatch(/^[\w-]{43}$/)
  })

  it('is told again where it was down for a day, with the same id and in time', async () => {
    const here = await world()
    const receiver = await logoutReceiver()
    await application(here, { logoutUri: receiver.url })
    const people = await audience(here, 3)
    receiver.answers((response) => response.writeHead(503).end())
    await leave(people)
    await here.idle()
    for (let minute = 0; minute < 24 * 60; minute += 30) {
      here.clock.advance(30 * MINUTE)
      await look(here)
    }
    expect(await outcomes(here)).toEqual([null, null, null])
    // Far less than it could be asked, and not given up.
    expect(receiver.told.length).toBeGreaterThan(40)
    expect(receiver.told.length).toBeLessThan(3 * 24 * 6)
    receiver.answers((response) => response.writeHead(204).end())
    const before = receiver.told.length
    for (let minute = 0; minute <= 40; minute += 10) {
      here.clock.advance(10 * MINUTE)
      await look(here)
    }
    expect(await outcomes(here)).toEqual(['delivered', 'delivered', 'delivered'])
    expect(receiver.told.length - before).toBe(3)
    expect(new Set(receiver.told.map(({ claims }) => claims.jti)).size).toBe(3)
    expect(receiver.told.at(-1)?.claims.iat).toBeGreaterThan(here.clock.now() / 1000 - 3600)
  })

  it('is left alone for a while where it does not answer, however much there is to tell', async () => {
    const here = await toldAt(common())
    const { receiver } = here
    const people = await here.audience(9)
    receiver.answers((response) => response.writeHead(503).end())
    await leave(people)
    await here.idle()
    expect(receiver.told.length).toBeLessThanOrEqual(4)
  })

  it('is given up after three days', async () => {
    const here = await world()
    const receiver = await logoutReceiver()
    await application(here, { logoutUri: receiver.url })
    const people = await audience(here, 1)
    await receiver.close()
    await leave(people)
    await here.idle()
    here.clock.advance(73 * HOUR_MS)
    await look(here)
    expect(await outcomes(here)).toEqual(['expired'])
    here.clock.advance(48 * HOUR_MS)
    await here.purge.run()
    expect(await outcomes(here)).toEqual([])
  })

  it.each([
    ['a redirect', 302],
    ['a refusal', 400],
    ['an error', 500],
  ])('has not heard where it answers with %s', async (_, status) => {
    const here = await toldAt(common())
    const { receiver } = here
    receiver.answers((response) => response.writeHead(status, { location: `${receiver.url}/elsewhere` }).end())
    await leave(await here.audience(1))
    await here.idle()
    expect([await here.outcomes(), receiver.told.map(({ path }) => path)]).toEqual([[null], ['/logout']])
    expect(here.logged()).not.toContain(receiver.told[0]?.token)
  })

  it('may answer without end: nothing of it is read', async () => {
    const here = await toldAt(common())
    const { receiver } = here
    receiver.answers((response) => {
      response.writeHead(200)
      const more = (): void => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
      }
      response.on('drain', more)
      more()
    })
    await leave(await here.audience(1))
    await here.idle()
    expect(await here.outcomes()).toEqual(['delivered'])
  })

  it('hears nothing more once it has no address, or is gone', async () => {
    const here = await world()
    const receiver = await logoutReceiver()
    await application(here, { logoutUri: receiver.url })
    const people = await audience(here, 2)
    receiver.answers((response) => response.writeHead(503).end())
    await leave(people)
    await here.idle()
    const before = receiver.told.length
    await here.sql(`UPDATE oidc_clients SET logout_uri = NULL`)
    here.clock.advance(HOUR_MS)
    await look(here)
    expect([await outcomes(here), receiver.told.length - before]).toEqual([['dropped', 'dropped'], 0])
  })
})

describe('before an application wants to be told', () => {
  it('nothing is kept, and one that the command line makes is found, with what it has left to send', async () => {
    const here = await world()
    const receiver = await logoutReceiver()
    await application(here, { name: 'Quiet' })
    await leave(await audience(here, 1, 'quiet'))
    await look(here)
    expect(await outcomes(here)).toEqual([])

    const deps = () => ({ ...here.depsFor(), store: openStore(here.elsewhere) })
    await application({ ...here, depsFor: deps }, { logoutUri: receiver.url })
    const [ada] = await audience(here, 1)
    await inTransaction({ deps: deps(), client: commandLineClient }, async (tx) => {
      const account = await accountsIn(tx).lock(ada?.accountId ?? '', here.clock.now())
      await endAllSessions(tx, account?.id ?? '')
    })
    await here.idle()
    expect(receiver.told).toEqual([])
    await look(here)
    expect(receiver.sids()).toEqual([ada?.sid])
  })
})
