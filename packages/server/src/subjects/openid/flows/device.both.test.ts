import { describe, expect, it } from 'vitest'
import { API, application, postForm, userinfoOf } from '../../../../test/support/application.ts'
import { member } from '../../../../test/support/mailed-codes.ts'
import { PageVisitor } from '../../../../test/support/page-visitor.ts'
import { together } from '../../../../test/support/rounds.ts'
import { world } from '../../../../test/support/world.ts'
import { DEVICE_GRANT } from '../steps/person-grants.ts'

async function withDevice(env: Record<string, string> = {}, given: Parameters<typeof application>[1] = {}) {
  const here = await world({ env })
  const app = await application(here, { id: 'tv', name: 'Television', kind: 'native', hasDeviceFlow: true, ...given })
  const who = await member(here, 'ada@example.com')
  const begin = async (more: Readonly<Record<string, string>> = {}) => {
    const { status, body } = await app.post('/oidc/device', more)
    expect(status).toBe(200)
    return body
  }
  const poll = (device_code: string) => app.token({ grant_type: DEVICE_GRANT, device_code })
  const visitor = new PageVisitor(who.browser)
  const claim = async (code: string, by = visitor) => {
    await by.open('/device')
    return by.submit('claim', { code })
  }
  /** As somebody who makes up the form. */
  const answer = async (code: string, action: 'allow' | 'deny', by = visitor) => {
    const { forms } = await by.open(`/device?code=${code}`)
    const shown = forms.find(({ values }) => values['_action'] === 'allow')?.values['shown'] ?? ''
    return by.post(`/device?code=${code}`, { _action: action, code, shown })
  }
  return { here, app, who, visitor, begin, poll, claim, answer }
}

describe('POST /oidc/device', () => {
  it('gives a code of eight consonants to type, and a secret one', async () => {
    const { begin } = await withDevice()
    expect(await begin({ scope: 'openid profile' })).toEqual({
      device_code: expect.stringMatching(/^[\w-]{43}$/),
      user_code: expect.stringMatching(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/),
      verification_uri: expect.stringMatching(/\/device$/),
      verification_uri_complete: expect.stringMatching(/\/device\?user_code=/),
      expires_in: 600,
      interval: 5,
    })
  })

  it('refuses what the client may not ask for', async () => {
    const { here, app } = await withDevice()
    const said = async (form: Readonly<Record<string, string>>) => (await app.post('/oidc/device', form)).body.error
    expect(await said({ scope: 'openid organizations' })).toBe('invalid_scope')
    expect(await said({ resource: 'https://elsewhere.example' })).toBe('invalid_target')
    const other = await application(here)
    expect((await other.post('/oidc/device', {})).body.error).toBe('unauthorized_client')
    expect((await other.token({ grant_type: DEVICE_GRANT, device_code: 'x' })).body.error).toBe('unauthorized_client')
  })
})

describe('a device', () => {
  it('is let in by the person who has typed its code, with a session of its own', async () => {
    const { here, who, begin, poll, claim, answer } = await withDevice()
    const { device_code, user_code } = await begin({ scope: 'openid profile' })
    expect((await poll(device_code)).body.error).toBe('authorization_pending')
    await claim(user_code.toLowerCase().replace('-', ' '))
    await answer(user_code, 'allow')
    const { status, body } = await poll(device_code)
    expect({ status, scope: body.scope }).toEqual({ status: 200, scope: 'openid profile' })
    expect((await userinfoOf(here, body.access_token)).body).toMatchObject({ sub: who.id, name: 'Ada' })
    const { sessions } = (await who.browser.get('/auth/sessions')).body
    expect(sessions.map((one: { name?: string }) => one.name)).toContain('Television')
    await who.browser.post('/auth/logout')
    expect((await userinfoOf(here, body.access_token)).status).toBe(200)
  })

  it('is told so where the person says no', async () => {
    const { begin, poll, claim, answer } = await withDevice()
    const { device_code, user_code } = await begin()
    await claim(user_code)
    await answer(user_code, 'deny')
    expect((await poll(device_code)).body.error).toBe('access_denied')
  })

  it('has to ask less often where it asks too often', async () => {
    const { here, begin, poll } = await withDevice()
    const { device_code } = await begin()
    const asked = async (waitMs: number) => {
      here.clock.advance(waitMs)
      return (await poll(device_code)).body.error
    }
    expect(await asked(0)).toBe('authorization_pending')
    expect(await asked(1000)).toBe('slow_down')
    expect(await asked(9000)).toBe('slow_down')
    expect(await asked(15_000)).toBe('authorization_pending')
    here.clock.advance(600_000)
    expect(await asked(0)).toBe('expired_token')
  })

  it('is answered in the session that has typed the code, and in no other', async () => {
    const { here, who, begin, poll, claim, answer } = await withDevice()
    const { device_code, user_code } = await begin()
    await claim(user_code)
    const eve = new PageVisitor((await member(here, 'eve@example.com')).browser)
    expect((await claim(user_code, eve)).text).toContain('No device shows this code')
    expect((await answer(user_code, 'allow', eve)).text).toContain('No device shows this code')
    const second = here.browser()
    await second.post('/auth/login', { email: who.email, password: 'correct horse 1' })
    await answer(user_code, 'allow', new PageVisitor(second))
    expect((await poll(device_code)).body.error).toBe('authorization_pending')
    await answer(user_code, 'allow')
    here.clock.advance(5000)
    expect((await poll(device_code)).status).toBe(200)
  })

  it('gets its tokens once; a second question ends them', async () => {
    const { here, begin, poll, claim, answer } = await withDevice()
    const { device_code, user_code } = await begin()
    await claim(user_code)
    await answer(user_code, 'allow')
    const replies = await together(2, () => poll(device_code))
    const [got, ...more] = replies.filter(({ status }) => status === 200)
    expect(more).toEqual([])
    expect((await userinfoOf(here, got?.body.access_token)).status).toBe(401)
  })

  it('gets one answer where two come at once', async () => {
    const { begin, poll, claim, answer } = await withDevice()
    const { device_code, user_code } = await begin()
    await claim(user_code)
    await Promise.all([answer(user_code, 'allow'), answer(user_code, 'deny')])
    const { status } = await poll(device_code)
    const again = await poll(device_code)
    expect([status === 200, again.body.error]).toEqual(status === 200 ? [true, 'invalid_grant'] : [false, 'access_denied'])
  })

  it('is not let in once the session that has answered is over, nor for a person who lacks what the client demands', async () => {
    const { here, who, begin, poll, claim, answer } = await withDevice()
    const { device_code, user_code } = await begin({ resource: API })
    await claim(user_code)
    await here.sql(`UPDATE oidc_clients SET demands = ?`, ['{"role":"admin"}'])
    expect((await answer(user_code, 'allow')).text).toContain('is for administrators')
    await here.sql(`UPDATE oidc_clients SET demands = '{}'`)
    await answer(user_code, 'allow')
    await who.browser.post('/auth/logout')
    expect((await poll(device_code)).body.error).toBe('access_denied')
  })

  it('is let in to what the page has shown, and to nothing else', async () => {
    const { here, visitor, begin, poll, claim } = await withDevice()
    const { device_code, user_code } = await begin({ resource: API })
    await claim(user_code)
    const { text } = await visitor.open(`/device?code=${user_code}`)
    expect(text).toContain(`It also gets access to ${API} in your name.`)
    await here.sql(`UPDATE oidc_clients SET name = 'Something else', updated_at = updated_at + 1`)
    const again = await visitor.submit('allow')
    expect([again.status, again.text.includes('has changed meanwhile'), again.text.includes('Something else')]).toEqual([
      409,
      true,
      true,
    ])
    expect((await poll(device_code)).body.error).toBe('authorization_pending')
    await visitor.submit('allow')
    here.clock.advance(5000)
    expect((await poll(device_code)).status).toBe(200)
  })

  it.each([
    ['oidc-agent/5.1.0', ' (<code>oidc-agent/5.1.0</code>), '],
    ['curl/8.5.0 (x86_64)', ' (<code>curl/8.5.0</code>), '],
    ['Your bank calls', ', '],
    ['<b>you</b>', ', '],
    ['', ', '],
  ])('that calls itself %j is told by its application%s', async (userAgent, told) => {
    const { here, app, visitor, claim } = await withDevice()
    const headers = { 'user-agent': userAgent }
    const { body } = await postForm(here, '/oidc/device', { client_id: app.client.id }, headers)
    await claim(body.user_code)
    const { html, text } = await visitor.open(`/device?code=${body.user_code}`)
    expect(html).toContain(`<bdi>Television</bdi>${told}<bdi>127.0.0.1</bdi>`)
    expect(text).not.toContain('Unknown')
  })

  it('is not found by guessing', async () => {
    const { claim } = await withDevice({ RATE_LIMITS: 'true' })
    for (let guesses = 0; guesses < 10; guesses++) expect((await claim('BBBB-BBBB')).text).toContain('No device shows')
    const refused = await claim('BBBB-BBBB')
    expect(refused).toMatchObject({ status: 429 })
    expect((await claim('nothing like it')).text).toContain('No device shows')
  })

  it('is not found by guessing in many sessions of one network', async () => {
    const { here, claim } = await withDevice({ RATE_LIMITS: 'true' })
    const [second, third] = [await member(here, 'grace@example.com'), await member(here, 'alan@example.com')]
    const bucketsOf = async () => (await here.sql(`SELECT bucket FROM limits`)).map(({ bucket }) => String(bucket))
    const before = await bucketsOf()
    await claim('BBBB-BBBB')
    for (const bucket of (await bucketsOf()).filter((one) => !before.includes(one)))
      await here.sql(`UPDATE limits SET count = 59 WHERE bucket = ?`, [bucket])
    expect((await claim('BBBB-BBBB', new PageVisitor(second.browser))).text).toContain('No device shows')
    expect(await claim('BBBB-BBBB', new PageVisitor(third.browser))).toMatchObject({ status: 429 })
  })
})

describe('GET /device', () => {
  it('names the application, where it was asked from and the code to compare, and claims nothing by itself', async () => {
    const { begin, visitor, claim, poll } = await withDevice()
    const { device_code, user_code, verification_uri_complete } = await begin({ scope: 'openid email' })
    const entry = await visitor.open(`/device?user_code=${user_code}`)
    expect(verification_uri_complete).toContain(`/device?user_code=${user_code}`)
    expect(entry.html).toContain(`value="${user_code}"`)
    expect(entry.text).not.toContain('Television')
    await claim(user_code)
    const { text } = await visitor.open(`/device?code=${user_code}`)
    for (const told of ['Television', user_code, '127.0.0.1', 'Your email address']) expect(text).toContain(told)
    expect((await poll(device_code)).body.error).toBe('authorization_pending')
  })
})
