import { describe, expect, it } from 'vitest'
import { addTotp, EMAIL } from '../../../test/support/factored.ts'
import { DAY } from '../../../test/support/moving.ts'
import { PASSWORD, world } from '../../../test/support/world.ts'

/** A stranger has signed up with Ada's address; she has proved it in a browser of her own. */
async function proved() {
  const here = await world({ withMail: true })
  const stranger = await here.signedUp(EMAIL)
  await addTotp(here, stranger, { keepOtherSessions: true })
  await here.sql(`UPDATE accounts SET totp_at = NULL, two_factor_enabled_at = NULL`)
  await stranger.post('/auth/resend-verification')
  const { code } = await here.mail.newest(EMAIL)
  const owner = here.browser()
  await owner.post('/auth/verify-email', { code })
  return { ...here, stranger, owner }
}

describe('POST /auth/account/disown', () => {
  it('answers 200, takes everything from the stranger, and mails a way to a new password', async () => {
    const { stranger, owner, mail, browser, sql } = await proved()
    const reply = await owner.post('/auth/account/disown')
    expect(reply).toMatchObject({ status: 200, body: { message: expect.any(String) } })
    for (const one of [stranger, owner]) expect((await one.get('/auth/me')).status).toBe(401)
    expect(await sql(`SELECT account_id FROM totp_seeds`)).toEqual([])
    expect((await browser().post('/auth/login', { email: EMAIL, password: PASSWORD })).status).toBe(401)
    const { code } = await mail.newest(EMAIL, 2)
    const newPassword = 'battery staple 2'
    expect((await browser().post('/auth/reset-password', { code, newPassword })).status).toBe(200)
    expect((await browser().post('/auth/login', { email: EMAIL, password: newPassword })).body).toHaveProperty('session')
  })

  it('answers forbidden 403 in any other session, and in that one after three days', async () => {
    const { stranger, owner, clock } = await proved()
    const forbidden = { status: 403, body: { error: 'forbidden' } }
    expect(await stranger.post('/auth/account/disown')).toMatchObject(forbidden)
    clock.advance(3 * DAY)
    expect(await owner.post('/auth/account/disown')).toMatchObject(forbidden)
  })

  it('answers session_expired 401 without a session', async () => {
    const { browser } = await world()
    expect(await browser().post('/auth/account/disown')).toMatchObject({ status: 401, body: { error: 'session_expired' } })
  })
})
