import { decodeProtectedHeader } from 'jose'
import { describe, expect, it } from 'vitest'
import { administered } from '../../../../test/support/administered.ts'
import { clientOf } from '../../../../test/support/clients.ts'
import { backendOf } from '../../../../test/support/keyed.ts'
import { limitedAdmin } from '../../../../test/support/limited-admin.ts'
import { DAY_MS } from '../../../platform/kernel/clock.ts'
import { sign, verifyOwn } from '../keys/sign.ts'

const ROTATE = '/admin/oidc/keys/rotate'

type Shown = { readonly kid: string; readonly algorithm: string; readonly state: string }

async function withClient() {
  const here = await administered()
  await clientOf(here.root)
  const signed = () => sign(here.depsFor(), 'RS256', { iss: here.config.server.publicUrl, sub: 'ada', aud: 'grafana' }, 'JWT')
  const kidNow = async () => decodeProtectedHeader(await signed()).kid
  const states = async () => {
    const { body } = await here.root.get('/admin/oidc/keys')
    return body.keys.map(({ algorithm, state }: Shown) => `${algorithm} ${state}`).sort()
  }
  const published = async () => (await here.browser().get('/oidc/jwks')).body.keys.map(({ kid }: Shown) => kid)
  return { ...here, signed, kidNow, states, published }
}

describe('the signing keys', () => {
  it('are made with the first application, and shown without their private halves', async () => {
    const { root, states } = await withClient()
    expect(await states()).toEqual(['ES256 signing', 'RS256 signing'])
    const { body } = await root.get('/admin/oidc/keys')
    expect(Object.keys(body.keys[0]).sort()).toEqual(
      ['algorithm', 'createdAt', 'kid', 'publishedUntil', 'signsFrom', 'signsUntil', 'state'].sort(),
    )
  })

  it('are replaced a day later where an administrator asks, once', async () => {
    const here = await withClient()
    const first = await here.kidNow()
    for (let n = 0; n < 2; n++) expect((await here.root.post(ROTATE, { now: false })).status).toBe(200)
    expect(await here.states()).toEqual(['ES256 published', 'ES256 signing', 'RS256 published', 'RS256 signing'])
    expect(await here.kidNow()).toBe(first)
    here.clock.advance(DAY_MS)
    expect(await here.kidNow()).not.toBe(first)
    expect(await here.published()).toContain(first)
  })

  it('are gone at once after a leak, with all that they have signed', async () => {
    const here = await withClient()
    await here.root.post(ROTATE, { now: false })
    const [hint, before] = [await here.signed(), await here.published()]
    const { status } = await here.root.post(ROTATE, { now: true })
    expect(status).toBe(200)
    const after = await here.published()
    expect(after).toHaveLength(2)
    for (const kid of before) expect(after).not.toContain(kid)
    expect(after).toContain(await here.kidNow())
    expect(await verifyOwn(here.depsFor(), hint)).toBeUndefined()
    expect(await here.auditTypes()).toContain('oidc.key.rotated')
  })

  it('are read by keys that read applications, and replaced by people alone, who have just proved who they are', async () => {
    const here = await withClient()
    const { body } = await here.root.post('/admin/keys', { name: 'audit', scopes: ['clients:read'] })
    const ask = backendOf(here, body.key)
    expect((await ask('GET', '/admin/oidc/keys')).status).toBe(200)
    expect((await ask('POST', ROTATE, { now: true })).status).toBe(403)
    expect((await here.ada.get('/admin/oidc/keys')).status).toBe(403)
    here.clock.advance(3_600_000)
    expect((await here.root.post(ROTATE, { now: true })).body.error).toBe('step_up_required')
  })

  it('are replaced by nobody who may only read of applications', async () => {
    const here = await withClient()
    const { browser } = await limitedAdmin(here, 'eve@example.com', ['users:read', 'clients:read'])
    const before = await here.kidNow()
    expect((await browser.post(ROTATE, { now: true })).body.error).toBe('insufficient_scope')
    expect(await here.kidNow()).toBe(before)
  })

  it('are none to replace before there is an application', async () => {
    const { root } = await administered()
    expect((await root.post(ROTATE, { now: true })).body.error).toBe('client_not_found')
    expect((await root.get('/admin/oidc/keys')).body).toEqual({ keys: [] })
  })
})
