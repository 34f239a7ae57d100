import { describe, expect, it } from 'vitest'
import { limited } from '../../../../test/support/limited.ts'
import { world } from '../../../../test/support/world.ts'

describe('GET /auth/check', () => {
  it('answers the user to a session', async () => {
    const { signedUp } = await world()
    const reply = await (await signedUp()).get('/auth/check')
    expect(reply).toMatchObject({ status: 200, body: { user: { email: 'ada@example.com', isBanned: false, orgOwnerCount: 0 } } })
  })

  it('answers null to everybody else, and refreshes nothing', async () => {
    const { browser, signedUp, clock } = await world()
    expect(await browser().get('/auth/check')).toMatchObject({ status: 200, body: { user: null } })
    const expired = await signedUp()
    clock.advance(25 * 3_600_000)
    expect(await expired.get('/auth/check')).toMatchObject({ status: 200, body: { user: null }, setCookies: [] })
  })

  describe('asked by a server, with the session cookie of a visitor alone', () => {
    const asking = async (env: Record<string, string>) => {
      const { signedUp, app } = await limited(env)
      const ask = async (cookie: string) => (await app.inject({ url: '/auth/check', headers: { cookie } })).statusCode
      const visitor = async (email: string) => `app_session=${(await signedUp(email)).jar.get('app_session')}`
      return { ask, ada: await visitor('ada@example.com'), grace: await visitor('grace@example.com') }
    }
    const stranger = `app_session=${'x'.repeat(43)}`

    it('counts for the session, and not for the address that all visitors of the server share', async () => {
      const { ask, ada, grace } = await asking({ LIMIT_GENERAL_PER_MINUTE: '3', LIMIT_FORWARD_PER_MINUTE: '5' })
      for (let n = 0; n < 5; n++) expect([await ask(ada), await ask(grace)]).toEqual([200, 200])
      expect([await ask(ada), await ask(grace)]).toEqual([429, 429])
    })

    it('counts for the address where nobody is known by it, and keeps nobody else out', async () => {
      const { ask, ada } = await asking({ LIMIT_GENERAL_PER_MINUTE: '3' })
      const statuses = []
      for (let n = 0; n < 5; n++) statuses.push(await ask(stranger))
      expect(statuses.slice(-2)).toEqual([429, 429])
      expect(await ask(ada)).toBe(200)
    })
  })
})
