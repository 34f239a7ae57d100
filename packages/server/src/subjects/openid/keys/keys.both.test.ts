import { createHash } from 'node:crypto'
import { createLocalJWKSet, decodeProtectedHeader, jwtVerify } from 'jose'
import { describe, expect, it } from 'vitest'
import { type World, world } from '../../../../test/support/world.ts'
import { DAY_MS, HOUR_MS } from '../../../platform/kernel/clock.ts'
import { ALGORITHMS, type Algorithm } from '../clients/client.ts'
import { makeFirstKeys } from './keep-keys.ts'
import { thumbprint } from './new-key.ts'
import { sign, verifyOwn } from './sign.ts'

type Jwk = Readonly<Record<string, string>>

async function published({ browser }: World): Promise<readonly Jwk[]> {
  const { status, body } = await browser().get('/oidc/jwks')
  expect(status).toBe(200)
  return body.keys
}

async function withKeys(env: Record<string, string> = {}) {
  const here = await world({ env })
  await makeFirstKeys(here.depsFor())
  return here
}

const claimsFor = ({ config, clock }: World) => ({
  iss: config.server.publicUrl,
  sub: 'ada',
  aud: 'wiki',
  iat: Math.floor(clock.now() / 1000),
  exp: Math.floor(clock.now() / 1000) + 3600,
})

const signed = (here: World, algorithm: Algorithm = 'RS256') => sign(here.depsFor(), algorithm, claimsFor(here), 'JWT')

const kidOf = (token: string) => decodeProtectedHeader(token).kid

/** As an application checks it, with the keys that it has read. */
const checked = (token: string, keys: readonly Jwk[], { clock }: World) =>
  jwtVerify(token, createLocalJWKSet({ keys: keys.map((key) => ({ kty: key['kty'] ?? '', ...key })) }), {
    currentDate: new Date(clock.now()),
  })

describe('signing keys', () => {
  it('are named by the thumbprint of RFC 7638', () => {
    const n =
      '0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfAAtVT86zwu1RK7aPFFxuhDR1L6tSoc_BJECPebWKRXjBZCiFV4n3oknjhMstn64tZ_2W-5JsGY4Hc5n9yBXArwl93lqt7_RN5w6Cf0h4QyQ5v-65YGjQR0_FDW2QvzqY368QQMicAtaSqzs8KJZgnYb9c7d0zgdAZHzu6qMQvRL5hajrn1n91CbOpbISD08qNLyrdkt-bFTWhAI4vMQFh6WeZu0fM4lFd2NcRwr3XPksINHaQ-G_xBniIqbw0Ls1jF44-csFCur-kEgU8awapJzKnqDKgw'
    expect(thumbprint('RS256', { e: 'AQAB', kty: 'RSA', n })).toBe('NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs')
  })

  it('are none before somebody needs them, and asking makes none', async () => {
    const here = await world()
    expect(await published(here)).toEqual([])
    await here.purge.run()
    expect(await here.sql(`SELECT * FROM oidc_signing_keys`)).toEqual([])
    expect(await here.sql(`SELECT * FROM data_keys`)).toEqual([])
  })

  it('sign at once where they are the first, and applications can check what they sign', async () => {
    const here = await withKeys()
    const keys = await published(here)
    expect(keys.map(({ alg, use }) => [alg, use]).sort()).toEqual([
      ['ES256', 'sig'],
      ['RS256', 'sig'],
    ])
    for (const algorithm of ALGORITHMS) {
      const token = await signed(here, algorithm)
      const { payload, protectedHeader } = await checked(token, keys, here)
      expect([payload.sub, protectedHeader.alg, protectedHeader.typ]).toEqual(['ada', algorithm, 'JWT'])
    }
  })

  it('show nothing of their private halves, neither in answers nor at rest', async () => {
    const here = await withKeys()
    const keys = await published(here)
    for (const key of keys) for (const secret of ['d', 'p', 'q', 'dp', 'dq', 'qi']) expect(key).not.toHaveProperty(secret)
    const rows = JSON.stringify(await here.sql(`SELECT * FROM oidc_signing_keys`))
    expect(rows).not.toMatch(/PRIVATE|"d"/)
  })

  it('are made once by many who need them at once', async () => {
    const here = await world()
    const tokens = await Promise.all(Array.from({ length: 6 }, () => signed(here, 'ES256')))
    expect(new Set(tokens.map(kidOf)).size).toBe(1)
    expect(await published(here)).toHaveLength(1)
  })

  it('are of no use in the row of another', async () => {
    const here = await withKeys()
    const token = await signed(here)
    const kid = String(kidOf(token))
    await here.sql(`UPDATE oidc_signing_keys SET kid = ? WHERE kid = ?`, [createHash('sha256').update('x').digest('hex'), kid])
    await expect(signed(here)).rejects.toThrow()
  })

  it('sign nothing inside a transaction', async () => {
    const here = await withKeys()
    const deps = here.depsFor()
    const inside = deps.store.transaction(() => sign(deps, 'RS256', claimsFor(here), 'JWT'))
    await expect(inside).rejects.toThrow('store used inside its own transaction')
  })
})

describe('another secret', () => {
  const OLD = 'the secret of last year, 32 bytes and more'
  const NEW = 'the secret of this year, 32 bytes and more'

  it('leaves the keys as they are, which sign on', async () => {
    const here = await withKeys({ SECRET: OLD })
    const kid = kidOf(await signed(here))
    const databaseUrl = here.database.url
    const swapped = await world({ databaseUrl, env: { SECRET: NEW, PREVIOUS_SECRET: OLD } })
    expect(kidOf(await signed(swapped))).toBe(kid)
    const after = await world({ databaseUrl, env: { SECRET: NEW } })
    const token = await signed(after)
    expect(kidOf(token)).toBe(kid)
    await checked(token, await published(here), here)
  })

  it('that does not open them stops the start, and changes nothing', async () => {
    const here = await withKeys({ SECRET: OLD })
    const rows = await here.sql(`SELECT * FROM data_keys`)
    const start = world({ databaseUrl: here.database.url, env: { SECRET: NEW } })
    await expect(start).rejects.toThrow('SECRET does not open the key')
    expect(await here.sql(`SELECT * FROM data_keys`)).toEqual(rows)
    expect(kidOf(await signed(here))).toBeDefined()
  })
})

describe('the rotation of signing keys', () => {
  it('publishes the next a day before it signs, and the last until its tokens are out', async () => {
    const here = await withKeys()
    const first = kidOf(await signed(here))
    here.clock.advance(89 * DAY_MS - HOUR_MS)
    await here.purge.run()
    expect(await published(here)).toHaveLength(2)
    here.clock.advance(2 * HOUR_MS)
    await here.purge.run()
    await here.purge.run()
    expect(await published(here)).toHaveLength(4)
    expect(kidOf(await signed(here))).toBe(first)

    here.clock.advance(DAY_MS - 60_000)
    const last = await signed(here)
    expect(kidOf(last)).toBe(first)
    here.clock.advance(HOUR_MS / 2)
    const token = await signed(here)
    expect(kidOf(token)).not.toBe(first)
    for (const one of [last, token]) await checked(one, await published(here), here)
    here.clock.advance(HOUR_MS)
    expect((await published(here)).map(({ kid }) => kid)).not.toContain(first)
    expect(await published(here)).toHaveLength(2)
  })

  it('goes on, without keys that pile up', async () => {
    const here = await withKeys({ SESSION_MAX_LIFETIME: '30d' })
    const seen = new Set<unknown>()
    for (let day = 0; day < 200; day += 10) {
      here.clock.advance(10 * DAY_MS)
      await here.purge.run()
      const token = await signed(here, 'ES256')
      await checked(token, await published(here), here)
      seen.add(kidOf(token))
      expect((await published(here)).length).toBeLessThanOrEqual(4)
    }
    expect(seen.size).toBe(3)
    expect((await here.sql(`SELECT * FROM oidc_signing_keys`)).length).toBeLessThanOrEqual(4)
  })

  it('happens once where two processes begin it', async () => {
    const here = await withKeys()
    const other = await world({ databaseUrl: here.database.url })
    for (const one of [here, other]) one.clock.advance(89 * DAY_MS + HOUR_MS)
    await Promise.all([here.purge.run(), other.purge.run()])
    expect(await published(here)).toHaveLength(4)
    expect((await here.auditTypes()).filter((type) => type === 'oidc.key.rotated')).toHaveLength(2)
  })

  it('leaves tokens and hints good that are signed all the while', async () => {
    const here = await withKeys()
    const tokens: string[] = []
    let keys: readonly Jwk[] = []
    for (let hour = 0; hour < 96; hour += 8) {
      here.clock.advance(hour === 40 ? 88 * DAY_MS : 8 * HOUR_MS)
      keys = await published(here)
      const [, token] = await Promise.all([here.purge.run(), signed(here, 'ES256')])
      await checked(token, keys, here)
      tokens.push(token)
    }
    expect(new Set(tokens.map(kidOf)).size).toBe(2)
    for (const token of tokens) expect(await verifyOwn(here.depsFor(), token)).toMatchObject({ sub: 'ada' })
  })
})

describe('verifyOwn', () => {
  it('takes what we have signed, be it out, and nothing else', async () => {
    const here = await withKeys()
    const token = await signed(here)
    here.clock.advance(30 * DAY_MS)
    expect(await verifyOwn(here.depsFor(), token)).toEqual(expect.objectContaining({ sub: 'ada', aud: 'wiki' }))
    const [head = '', _, signature = ''] = token.split('.')
    const forged = Buffer.from(JSON.stringify({ ...claimsFor(here), sub: 'eve' })).toString('base64url')
    const unsigned = Buffer.from(JSON.stringify({ alg: 'none', kid: kidOf(token), typ: 'JWT' })).toString('base64url')
    const wrong = [
      ...['', 'x', '..', 'a.b.c', `${token}x`, `${head}.${forged}.${signature}`, `${unsigned}.${forged}.`],
      await sign(here.depsFor(), 'RS256', claimsFor(here), 'logout+jwt'),
      await sign(here.depsFor(), 'RS256', claimsFor(here), 'at+jwt'),
      await sign(here.depsFor(), 'RS256', { ...claimsFor(here), iss: 'https://other.example' }, 'JWT'),
    ]
    for (const one of wrong) expect(await verifyOwn(here.depsFor(), one)).toBeUndefined()
  })
})
