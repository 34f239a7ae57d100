import { describe, expect, it } from 'vitest'
import { world } from '../../../../test/support/world.ts'

const ID = 'https://id.example.com'
const SHOP = 'https://shop.example.net'

const ask = async (route: string, env: Record<string, string>) => {
  const { app } = await world({ env })
  return app.inject({ method: 'GET', url: route })
}

describe('GET /.well-known/webauthn', () => {
  const route = '/.well-known/webauthn'

  it('names our own origin and those of other domains, as JSON', async () => {
    const reply = await ask(route, { PUBLIC_URL: ID, PASSKEY_RELATED_ORIGINS: `${SHOP},${ID}` })
    expect(reply.statusCode).toBe(200)
    expect(reply.headers['content-type']).toMatch(/^application\/json(?:;|$)/)
    expect(reply.json()).toEqual({ origins: [ID, SHOP] })
  })

  it('still does where passkeys are switched off: a second factor may be one', async () => {
    const reply = await ask(route, { PUBLIC_URL: ID, PASSKEY_RELATED_ORIGINS: SHOP, PASSKEYS: 'false' })
    expect(reply.json()).toEqual({ origins: [ID, SHOP] })
  })

  it.each([
    ['no other domain is named', { PUBLIC_URL: ID }],
    ['there can be none', { PUBLIC_URL: 'http://10.0.0.1', PASSKEY_RELATED_ORIGINS: SHOP }],
  ])('is not there when %s', async (_, env) => {
    const reply = await ask(route, env)
    expect([reply.statusCode, reply.json().error]).toEqual([404, 'not_found'])
  })
})

describe('GET /.well-known/passkey-endpoints', () => {
  const route = '/.well-known/passkey-endpoints'

  it('leads to the page where passkeys are kept, as JSON', async () => {
    const reply = await ask(route, { PUBLIC_URL: ID })
    expect(reply.statusCode).toBe(200)
    expect(reply.headers['content-type']).toMatch(/^application\/json(?:;|$)/)
    expect(reply.json()).toEqual({ enroll: `${ID}/account/security`, manage: `${ID}/account/security` })
  })

  it.each([
    ['passkeys are off', { PUBLIC_URL: ID, PASSKEYS: 'false' }],
    ['there can be none', { PUBLIC_URL: 'http://10.0.0.1' }],
  ])('is not there when %s', async (_, env) => {
    const reply = await ask(route, env)
    expect([reply.statusCode, reply.json().error]).toEqual([404, 'not_found'])
  })
})
