import { describe, expect, it } from 'vitest'
import { shared } from '../../../../test/support/shared.ts'
import { world } from '../../../../test/support/world.ts'

const ID = 'https://id.example.com'
const ROUTES = ['/.well-known/openid-configuration', '/.well-known/oauth-authorization-server']

describe.each(ROUTES)('GET %s', (route) => {
  const here = shared(() => world({ env: { PUBLIC_URL: ID } }))

  it('names every address below the public one, whatever the request calls us', async () => {
    const { app } = here()
    const { statusCode, headers, body } = await app.inject({ url: route, headers: { host: 'evil.example' } })
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({ 'access-control-allow-origin': '*', 'cache-control': 'public, max-age=300' })
    expect(headers['content-type']).toMatch(/^application\/json/)
    const document = JSON.parse(body)
    expect(document.issuer).toBe(ID)
    const addresses = Object.entries(document).filter(([name]) => /_(?:endpoint|uri)$/.test(name))
    expect(addresses).toHaveLength(8)
    for (const [, address] of addresses) expect(String(address)).toMatch(new RegExp(`^${ID}/oidc/`))
    expect(body).not.toContain('evil')
  })

  it('says what is there and nothing else', async () => {
    const { body } = await here().browser().get(route)
    expect(body).toMatchObject({
      response_types_supported: ['code'],
      response_modes_supported: ['query', 'form_post'],
      subject_types_supported: ['public', 'pairwise'],
      id_token_signing_alg_values_supported: ['RS256', 'ES256'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
      backchannel_logout_supported: true,
      backchannel_logout_session_supported: true,
      request_parameter_supported: false,
    })
    expect(body).not.toHaveProperty('registration_endpoint')
  })

  it('reads and writes nothing, so that it costs nothing before there is an application', async () => {
    const { browser, statements } = here()
    const before = statements().length
    await browser().get(route)
    expect(statements().slice(before)).toEqual([])
  })

  it('follows the base path, and stays at the root itself', async () => {
    const { browser } = await world({ env: { PUBLIC_URL: ID, BASE_PATH: '/id' } })
    const { body } = await browser().get(route)
    expect([body.issuer, body.token_endpoint]).toEqual([ID, `${ID}/id/oidc/token`])
    expect((await browser().get('/id/oidc/jwks')).status).toBe(200)
  })
})
