import { describe, expect, it } from 'vitest'
import type { Browser } from '../../../../test/support/browser.ts'
import { DAY, GUEST, invited } from '../../../../test/support/invited.ts'
import { limited } from '../../../../test/support/limited.ts'
import { world } from '../../../../test/support/world.ts'

const ways = {
  GET: (browser: Browser, token?: string) => browser.get(`/auth/invite/info${token === undefined ? '' : `?token=${token}`}`),
  POST: (browser: Browser, token?: string) => browser.post('/auth/invite/info', { token }),
}

describe.each(Object.entries(ways))('%s /auth/invite/info', (_method, ask) => {
  it('answers the address, as often as somebody looks', async () => {
    const { browser, code, form } = await invited()
    for (let n = 0; n < 3; n++) {
      const reply = await ask(browser(), code)
      expect(reply).toMatchObject({ status: 200, setCookies: [] })
      expect(reply.body).toEqual({ email: GUEST })
    }
    expect((await browser().post('/auth/invite/register', form)).status).toBe(201)
  })

  it.each([
    ['missing_token', 400, undefined],
    ['missing_token', 400, ''],
    ['invite_not_found', 404, 'a'.repeat(43)],
  ])('answers %s %i to the token %s', async (error, status, token) => {
    const { browser } = await invited()
    expect(await ask(browser(), token)).toMatchObject({ status, body: { error } })
  })

  it.each([
    ['invite_already_used', 410, `UPDATE invites SET accepted_at = 1`],
    ['invite_revoked', 403, `UPDATE invites SET revoked_at = 1`],
    ['invite_expired', 410, `UPDATE invites SET expires_at = 1`],
  ])('answers %s %i', async (error, status, statement) => {
    const { browser, code, sql } = await invited()
    await sql(statement)
    expect(await ask(browser(), code)).toMatchObject({ status, body: { error } })
  })

  it('answers invite_expired from the end of InviteTTL on', async () => {
    const { browser, code, clock } = await invited()
    clock.advance(7 * DAY - 1)
    expect((await ask(browser(), code)).status).toBe(200)
    clock.advance(1)
    expect((await ask(browser(), code)).body.error).toBe('invite_expired')
  })

  it('answers not_found 404 while EnableInvite is off', async () => {
    const { browser } = await world()
    expect(await ask(browser(), 'x')).toMatchObject({ status: 404, body: { error: 'not_found' } })
  })

  it('counts with the other way of asking', async () => {
    const { browser } = await limited({ LIMIT_ENTRY_PER_MINUTE: '2', ENABLE_INVITE: 'true' })
    await ways.GET(browser(), 'x')
    await ways.POST(browser(), 'x')
    expect((await ask(browser(), 'x')).status).toBe(429)
  })
})
