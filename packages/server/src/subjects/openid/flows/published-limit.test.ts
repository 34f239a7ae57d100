import { expect, it } from 'vitest'
import { world } from '../../../../test/support/world.ts'

it('uses up nothing of its visitors where a foreign page has them fetch what is published', async () => {
  const { browser } = await world({ env: { RATE_LIMITS: 'true', LIMIT_GENERAL_PER_MINUTE: '3' } })
  const visitor = browser()
  const asked = ['/oidc/jwks', '/.well-known/openid-configuration', '/.well-known/oauth-authorization-server', '/oidc/jwks']
  const statuses: number[] = []
  for (const path of asked) statuses.push((await visitor.get(path, { headers: { origin: 'https://evil.example' } })).status)
  expect(statuses).toEqual([200, 200, 200, 429])
  expect((await visitor.get('/auth/me')).status).toBe(401)
  const others = [1, 2].map(() => visitor.get('/auth/me'))
  expect((await Promise.all(others)).map(({ status }) => status)).toEqual([401, 401])
  expect((await visitor.get('/auth/me')).status).toBe(429)
})
