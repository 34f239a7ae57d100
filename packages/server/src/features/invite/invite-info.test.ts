import { describe, expect, it } from 'vitest'
import { DAY, GUEST, invited } from '../../../test/invited.ts'
import { world } from '../../../test/world.ts'

describe('GET /auth/invite/info', () => {
  it('answers the address, as often as somebody looks', async () => {
    const { browser, code, form } = await invited()
    for (let n = 0; n < 3; n++) {
      const reply = await browser().get(`/auth/invite/info?token=${code}`)
      expect(reply).toMatchObject({ status: 200, setCookies: [] })
      expect(reply.body).toEqual({ email: GUEST })
    }
    expect((await browser().post('/auth/invite/register', form)).status).toBe(201)
  })

  it.each([
    ['missing_token', 400, '', ``],
    ['missing_token', 400, '?token=', ``],
    ['invite_not_found', 404, `?token=${'a'.repeat(43)}`, ``],
    ['invite_already_used', 410, undefined, `UPDATE invites SET accepted_at = 1`],
    ['invite_revoked', 403, undefined, `UPDATE invites SET revoked_at = 1`],
    ['invite_expired', 410, undefined, `UPDATE invites SET expires_at = 1`],
  ])('answers %s %i', async (error, status, query, statement) => {
    const { browser, code, sql } = await invited()
    if (statement) await sql(statement)
    expect(await browser().get(`/auth/invite/info${query ?? `?token=${code}`}`)).toMatchObject({ status, body: { error } })
  })

  it('answers invite_expired from the end of InviteTTL on', async () => {
    const { browser, code, clock } = await invited()
    clock.advance(7 * DAY - 1)
    expect((await browser().get(`/auth/invite/info?token=${code}`)).status).toBe(200)
    clock.advance(1)
    expect((await browser().get(`/auth/invite/info?token=${code}`)).body.error).toBe('invite_expired')
  })

  it('answers not_found 404 while EnableInvite is off', async () => {
    const { browser } = await world()
    expect(await browser().get('/auth/invite/info?token=x')).toMatchObject({ status: 404, body: { error: 'not_found' } })
  })
})
