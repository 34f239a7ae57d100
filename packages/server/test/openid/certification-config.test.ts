import { describe, expect, it } from 'vitest'
import { application } from '../support/connected.ts'
import { shared } from '../support/shared.ts'
import { world } from '../support/world.ts'

const ISSUER = 'https://id.example.com'

describe('oidcc-config-certification-test-plan', () => {
  const place = shared(async () => {
    const here = await world({ env: { PUBLIC_URL: ISSUER } })
    await application(here)
    return here
  })

  it('oidcc-discovery-endpoint-verification', async () => {
    const { body, status, headers } = await place().browser().get('/.well-known/openid-configuration')
    expect([status, String(headers['content-type'])]).toEqual([200, expect.stringMatching(/^application\/json/)])
    expect(body).toMatchObject({
      issuer: ISSUER,
      response_types_supported: ['code'],
      subject_types_supported: expect.arrayContaining(['public']),
      id_token_signing_alg_values_supported: expect.arrayContaining(['RS256']),
      scopes_supported: expect.arrayContaining(['openid']),
      claims_supported: expect.arrayContaining(['sub', 'iss', 'auth_time', 'name', 'email']),
      grant_types_supported: expect.arrayContaining(['authorization_code', 'refresh_token']),
      code_challenge_methods_supported: ['S256'],
      claims_parameter_supported: false,
      request_parameter_supported: false,
      request_uri_parameter_supported: false,
    })
    const endpoints = Object.entries(body).filter(([name]) => /_(?:endpoint|uri)$/.test(name))
    expect(endpoints.length).toBeGreaterThanOrEqual(8)
    for (const [, address] of endpoints) expect(address).toMatch(/^https:\/\/id\.example\.com\//)
    for (const scope of body.scopes_supported) expect(scope).toMatch(/^[\x21\x23-\x5b\x5d-\x7e]+$/)
    expect(body.ui_locales_supported.map((one: string) => Intl.getCanonicalLocales(one)[0])).toEqual(body.ui_locales_supported)
  })

  it('oidcc-discovery-endpoint-verification: the keys', async () => {
    const { body } = await place().browser().get('/oidc/jwks')
    const kids = body.keys.map(({ kid }: { kid: string }) => kid)
    expect([kids.length > 0, new Set(kids).size]).toEqual([true, kids.length])
    for (const key of body.keys) {
      expect(key).toMatchObject({
        use: 'sig',
        alg: expect.stringMatching(/^(?:RS|ES)256$/),
        kty: expect.stringMatching(/^(?:RSA|EC)$/),
      })
      for (const secret of ['d', 'p', 'q', 'dp', 'dq', 'qi', 'k']) expect(key).not.toHaveProperty(secret)
    }
  })

  it.each([
    ['oidcc-rp-initiated-logout-discovery-endpoint-verification', { end_session_endpoint: `${ISSUER}/oidc/end-session` }],
    [
      'oidcc-backchannel-logout-discovery-endpoint-verification',
      { backchannel_logout_supported: true, backchannel_logout_session_supported: true },
    ],
  ])('%s', async (_name, there) => {
    expect((await place().browser().get('/.well-known/openid-configuration')).body).toMatchObject(there)
  })
})
