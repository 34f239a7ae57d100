import { describe, expect, it } from 'vitest'
import { world } from '../../../test/support/world.ts'

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
})
