import { describe, expect, it } from 'vitest'
import { application, userinfoOf } from '../../../../test/support/application.ts'
import { EMAIL } from '../../../../test/support/authorizing.ts'
import { PageVisitor } from '../../../../test/support/page-visitor.ts'
import { world } from '../../../../test/support/world.ts'
import { DEVICE_GRANT } from '../steps/person-grants.ts'

async function unproved() {
  const here = await world({ withMail: true })
  const app = await application(here, { kind: 'native', hasDeviceFlow: true })
  const ada = await here.signedUp(EMAIL)
  const sessionId = async () => (await ada.get('/auth/me')).body.session.id
  /** Another session takes the place of the one of this browser. */
  const replace = async () => {
    const before = await sessionId()
    await ada.post('/auth/resend-verification')
    await ada.post('/auth/verify-email', { code: (await here.mail.newest(EMAIL)).code })
    expect(await sessionId()).not.toBe(before)
  }
  return { here, app, ada, replace }
}

describe('a session that takes the place of another', () => {
  it('goes on with a sign-in to an application', async () => {
    const { here, app, ada, replace } = await unproved()
    const code = await app.code(ada)
    await replace()
    const { status, body } = await app.redeem(code)
    expect([status, (await userinfoOf(here, body.access_token)).status]).toEqual([200, 200])
    await ada.post('/auth/logout')
    expect((await userinfoOf(here, body.access_token)).status).toBe(401)
  })

  it.each(['before', 'after'])('goes on with a device whose code was typed, %s the answer', async (when) => {
    const { app, ada, replace } = await unproved()
    const { device_code, user_code } = (await app.post('/oidc/device', {})).body
    const visitor = new PageVisitor(ada)
    await visitor.open('/device')
    await visitor.submit('claim', { code: user_code })
    if (when === 'before') await replace()
    await visitor.open(`/device?code=${user_code}`)
    await visitor.submit('allow')
    if (when === 'after') await replace()
    expect((await app.token({ grant_type: DEVICE_GRANT, device_code })).status).toBe(200)
  })

  it('has let in what stays, and its next sign-in there makes no other session', async () => {
    const { here, app, ada, replace } = await unproved()
    const scopes = ['openid', 'offline_access']
    await app.redeem(await app.code(ada, { scopes }))
    await replace()
    expect((await app.redeem(await app.code(ada, { scopes }))).status).toBe(200)
    expect(await here.sql(`SELECT id FROM sessions WHERE name IS NOT NULL AND revoked_at IS NULL`)).toHaveLength(1)
  })
})
