import { describe, expect, it } from 'vitest'
import { corpSettings } from '../../../../test/support/oauth-world.ts'
import { world } from '../../../../test/support/world.ts'

const provider = corpSettings({ issuer: 'http://127.0.0.1:1' })
const form = { raw: 'code=x&state=x', headers: { 'content-type': 'application/x-www-form-urlencoded' } }

describe('the OAuth family', () => {
  it.each([
    ['without a provider', {}],
    ['with EnableOAuth off', { ...provider, ENABLE_OAUTH: 'false' }],
  ])('does not exist %s: 404 not_found on every route', async (_when, env) => {
    const { signedUp } = await world({ env })
    const ada = await signedUp()
    const replies = {
      providers: await ada.get('/auth/oauth/providers'),
      begin: await ada.get('/auth/oauth/corp'),
      'begin, in a browser': await ada.get('/auth/oauth/corp', { headers: { accept: 'text/html' } }),
      callback: await ada.get('/auth/oauth/corp/callback?code=x&state=x'),
      form: await ada.post('/auth/oauth/corp/callback', undefined, form),
      link: await ada.post('/auth/oauth/corp/link', {}),
      unlink: await ada.post('/auth/oauth/corp/unlink'),
    }
    for (const [route, reply] of Object.entries(replies)) {
      expect(reply, route).toMatchObject({ status: 404, body: { error: 'not_found' } })
      expect(reply.setCookies, route).toEqual([])
    }
  })

  it('exists as soon as there is one', async () => {
    const { browser } = await world({ env: provider })
    expect((await browser().get('/auth/oauth/providers')).body).toEqual({ available: ['corp'] })
  })
})
