import { describe, expect, it } from 'vitest'
import { administered } from '../../../../test/support/administered.ts'
import { postForm } from '../../../../test/support/application.ts'
import { clientOf } from '../../../../test/support/clients.ts'
import { shared } from '../../../../test/support/shared.ts'
import type { World } from '../../../../test/support/world.ts'

const DAY = 86_400_000
const REFUSED = { status: 401, body: { error: 'invalid_client' } }
/** It is known who calls, and the code is none. */
const KNOWN = { status: 400, body: { error: 'invalid_grant' } }

const LIMITED = {
  RATE_LIMITS: 'true',
  LIMIT_ENTRY_PER_MINUTE: '1000',
  LIMIT_MAILS_PER_MINUTE: '1000',
  LIMIT_MAILS_PER_HOUR: '1000',
}

type Form = Readonly<Record<string, string>>

const asking = (here: World, form: Form, authorization?: string) =>
  postForm(
    here,
    '/oidc/token',
    { grant_type: 'authorization_code', code: 'none', redirect_uri: 'https://a.example', code_verifier: 'v'.repeat(43), ...form },
    authorization === undefined ? {} : { authorization },
  )

const basic = (id: string, secret: string): string => `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`

describe('a program of an application', () => {
  const place = shared(() => administered())

  it('says who it is in the header or in the form', async () => {
    const { id, secret } = await clientOf(place().root)
    expect(await asking(place(), { client_id: id, client_secret: secret })).toMatchObject(KNOWN)
    expect(await asking(place(), {}, basic(id, secret))).toMatchObject(KNOWN)
    expect(await asking(place(), { client_id: id }, basic(id, secret))).toMatchObject(KNOWN)
    const encoded = [...secret].map((sign) => `%${sign.charCodeAt(0).toString(16)}`).join('')
    expect(await asking(place(), {}, basic(encodeURIComponent(id), encoded))).toMatchObject(KNOWN)
  })

  it('never says so in both at once', async () => {
    const { id, secret } = await clientOf(place().root)
    const twice = { status: 400, body: { error: 'invalid_request' } }
    expect(await asking(place(), { client_id: id, client_secret: secret }, basic(id, secret))).toMatchObject(twice)
    expect(await asking(place(), { client_id: 'another' }, basic(id, secret))).toMatchObject(twice)
  })

  it('is answered 401 where it is not recognised, with a challenge where it tried the header', async () => {
    const { id, secret } = await clientOf(place().root)
    const { secret: others } = await clientOf(place().root)
    const tries: readonly [Form, string | undefined][] = [
      [{}, undefined],
      [{ client_id: id }, undefined],
      [{ client_id: 'nobodys', client_secret: secret }, undefined],
      [{ client_id: id, client_secret: others }, undefined],
      [{ client_id: id, client_secret: `${secret}x` }, undefined],
      [{ client_id: `${id}\0`, client_secret: secret }, undefined],
      [{}, basic(id, others)],
      [{}, 'Basic !'],
      [{}, 'Basic Og=='],
      [{}, basic(id, '%zz')],
      [{ client_id: id, client_secret: '' }, 'Bearer x'],
    ]
    for (const [form, authorization] of tries) {
      const reply = await asking(place(), form, authorization)
      expect(reply, JSON.stringify([form, authorization])).toMatchObject(REFUSED)
      const challenge = reply.headers['www-authenticate']
      if (authorization === undefined) expect(challenge).toBeUndefined()
      else expect(challenge).toMatch(/^Basic realm=/)
    }
  })

  it('names itself by its id alone where it keeps no secret, and is refused with one', async () => {
    for (const kind of ['browser', 'native']) {
      const { id } = await clientOf(place().root, { kind })
      expect(await asking(place(), { client_id: id })).toMatchObject(KNOWN)
      expect(await asking(place(), { client_id: id, client_secret: 'lks_anything' })).toMatchObject(REFUSED)
    }
  })

  it('is refused from the next request on when it is disabled or removed', async () => {
    const { root } = place()
    const { id, secret } = await clientOf(root)
    const ask = () => asking(place(), { client_id: id, client_secret: secret })
    expect(await ask()).toMatchObject(KNOWN)
    await root.send('PATCH', `/admin/clients/${id}`, { isDisabled: true })
    expect(await ask()).toMatchObject(REFUSED)
    await root.send('PATCH', `/admin/clients/${id}`, { isDisabled: false })
    expect(await ask()).toMatchObject(KNOWN)
    await root.delete(`/admin/clients/${id}`)
    expect(await ask()).toMatchObject(REFUSED)
  })
})

describe('the secret of an application', () => {
  it('is good beside a newer one for a day, and not after', async () => {
    const here = await administered()
    const { id, secret: older } = await clientOf(here.root)
    const { body } = await here.root.post(`/admin/clients/${id}/secrets`)
    const ask = (secret: string) => asking(here, { client_id: id, client_secret: secret })
    for (const secret of [older, body.secret]) expect(await ask(secret)).toMatchObject(KNOWN)
    here.clock.advance(DAY - 1)
    expect(await ask(older)).toMatchObject(KNOWN)
    here.clock.advance(1)
    expect(await ask(older)).toMatchObject(REFUSED)
    expect(await ask(body.secret)).toMatchObject(KNOWN)
  })

  it('ends at once when an administrator ends the older one', async () => {
    const here = await administered()
    const { id, secret: older } = await clientOf(here.root)
    await here.root.post(`/admin/clients/${id}/secrets`)
    expect(await asking(here, { client_id: id, client_secret: older })).toMatchObject(KNOWN)
    await here.root.delete(`/admin/clients/${id}/secrets`)
    expect(await asking(here, { client_id: id, client_secret: older })).toMatchObject(REFUSED)
  })

  it('leaves its last use, and a wrong one why it was refused', async () => {
    const here = await administered()
    const { id, secret } = await clientOf(here.root)
    const shown = async () => (await here.root.get(`/admin/clients/${id}`)).body
    await asking(here, { client_id: id, client_secret: `lks_${'a'.repeat(43)}` })
    await expect.poll(async () => (await shown()).lastRefusal).toBe('secret_wrong')
    here.clock.advance(60_000)
    await asking(here, { client_id: id, client_secret: secret })
    const now = new Date(here.clock.now()).toISOString()
    await expect.poll(async () => (await shown()).secrets[0].lastUsedAt).toBe(now)
    expect((await shown()).lastUsedAt).toBe(now)
  })
})

describe('too many wrong secrets', () => {
  it('are refused by network; a secret that was used before is not counted with them', async () => {
    const here = await administered({ ...LIMITED, LIMIT_GENERAL_PER_MINUTE: '30' })
    const { id, secret } = await clientOf(here.root)
    expect(await asking(here, { client_id: id, client_secret: secret })).toMatchObject(KNOWN)
    const guesses = await Promise.all(
      Array.from({ length: 60 }, (_, at) => asking(here, { client_id: id, client_secret: `lks_${at}` })),
    )
    const statuses = guesses.map(({ status }) => status)
    expect(statuses).toContain(401)
    expect(statuses).toContain(429)
    expect(await asking(here, { client_id: id, client_secret: secret })).toMatchObject(KNOWN)
  })

  it('are refused by client, from whatever network, and shut its owner out of nothing', async () => {
    const here = await administered({ ...LIMITED, API_KEY_RATE_LIMIT: '20', TRUSTED_PROXIES: '127.0.0.1' })
    const { id, secret } = await clientOf(here.root)
    const from = (at: number, given: string) =>
      postForm(
        here,
        '/oidc/token',
        { grant_type: 'authorization_code', client_id: id, client_secret: given },
        { 'x-forwarded-for': `198.51.${at}.1` },
      )
    const statuses = []
    for (let at = 0; at < 40; at++) statuses.push((await from(at, `lks_${at}`)).status)
    expect(statuses.filter((status) => status === 401)).toHaveLength(20)
    expect(statuses.filter((status) => status === 429)).toHaveLength(20)
    expect((await from(200, secret)).status).toBe(400)
  })
})
