import { describe, expect, it } from 'vitest'
import { BCRYPT, giveForeign, hashOf, PEPPERED } from '../../../../test/support/foreign-accounts.ts'
import { PASSWORD, type World, world } from '../../../../test/support/world.ts'

const HOUR_MS = 3_600_000

/** What a wrong password costs at this address: one hash, and of which scheme. */
async function costOf(here: World, email: string): Promise<string> {
  const { calls, schemes } = here.hasher
  const compared = schemes.length
  expect((await here.browser().post('/auth/login', { email, password: 'wrong horse 1' })).status).toBe(401)
  expect(here.hasher.calls - calls).toBe(1)
  return schemes[compared] ?? 'argon2id'
}

const unknown = Array.from({ length: 60 }, (_, at) => `nobody${at}@example.com`)

async function costs(here: World): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = new Map<string, string[]>()
  for (const email of unknown) {
    const cost = await costOf(here, email)
    found.set(cost, [...(found.get(cost) ?? []), email])
  }
  return found
}

describe('an address that nobody has', () => {
  it('costs what the accounts cost, in the same shares, and each address the same every time', async () => {
    const here = await world()
    const people = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `${name}@example.com`)
    for (const email of people) await here.signedUp(email)
    expect([...(await costs(here)).keys()]).toEqual(['argon2id'])
    for (const email of people.slice(0, 4)) await giveForeign(here, email, BCRYPT)
    await here.purge.run()
    const first = await costs(here)
    expect([...first.keys()].sort()).toEqual(['argon2id', 'bcrypt'])
    expect(first.get('bcrypt')?.length).toBeGreaterThan(30)
    expect(first.get('bcrypt')?.length).toBeLessThan(50)
    expect(await costs(here)).toEqual(first)
    await here.sql(`UPDATE accounts SET password_hash = NULL WHERE email = 'f@example.com'`)
    expect(await costOf(here, 'f@example.com')).toBe(await costOf(here, 'F@Example.com'))

    for (const email of people.slice(0, 4)) {
      expect((await here.browser().post('/auth/login', { email, password: PASSWORD })).status).toBe(200)
    }
    await here.purge.run()
    expect([...(await costs(here)).keys()]).toEqual(['argon2id'])
    expect(await here.sql(`SELECT kind FROM password_kinds`)).toEqual([])
  })

  it('is known to a process that starts later, which has counted nothing', async () => {
    const here = await world()
    await here.signedUp('a@example.com')
    await giveForeign(here, 'a@example.com', BCRYPT)
    await here.purge.run()
    const other = await world({ databaseUrl: here.database.url })
    expect(await costOf(other, 'nobody@example.com')).toBe('bcrypt')
  })
})

describe('a key of another system', () => {
  it('is nowhere in clear, opens after the secret was replaced, and goes with the last account that needs it', async () => {
    const here = await world()
    await here.signedUp('a@example.com')
    await here.signedUp('b@example.com')
    for (const email of ['a@example.com', 'b@example.com']) await giveForeign(here, email, PEPPERED)
    const [key] = await here.sql(`SELECT id, sealed FROM hash_keys`)
    expect(JSON.stringify(key)).not.toContain(Buffer.from('a pepper').toString('base64').slice(0, 8))
    const replaced = {
      SECRET: 'another secret for tests, 32 bytes',
      PREVIOUS_SECRET: here.config.security.secret?.reveal() ?? '',
    }
    const later = await world({ databaseUrl: here.database.url, env: replaced })
    const signIn = (email: string) => later.browser().post('/auth/login', { email, password: PASSWORD })
    later.clock.advance(2 * HOUR_MS)
    await later.purge.run()
    expect(await here.sql(`SELECT id FROM hash_keys`)).toHaveLength(1)
    expect(await costOf(later, 'nobody@example.com')).toBe('bcrypt')
    expect((await signIn('a@example.com')).status).toBe(200)
    later.clock.advance(2 * HOUR_MS)
    await later.purge.run()
    expect(await here.sql(`SELECT id FROM hash_keys`)).toHaveLength(1)
    expect((await signIn('b@example.com')).status).toBe(200)
    later.clock.advance(2 * HOUR_MS)
    await later.purge.run()
    expect(await here.sql(`SELECT id FROM hash_keys`)).toEqual([])
  })

  it('that is not there refuses its accounts, after one hash', async () => {
    const here = await world()
    await here.signedUp('a@example.com')
    await giveForeign(here, 'a@example.com', PEPPERED)
    await here.sql(`DELETE FROM hash_keys`)
    const { calls } = here.hasher
    expect((await here.browser().post('/auth/login', { email: 'a@example.com', password: PASSWORD })).status).toBe(401)
    expect([here.hasher.calls - calls, here.logged().includes('the key that it needs is not there')]).toEqual([1, true])
    expect(await hashOf(here, 'a@example.com')).toMatch(/^\$lk1\$/)
  })
})
