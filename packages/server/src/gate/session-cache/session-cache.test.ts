import { describe, expect, it } from 'vitest'
import { someAccount } from '../../../test/support/some-account.ts'
import type { Engine, Evictable } from '../../platform/store/engine.ts'
import { INITIAL_COLUMNS } from '../accounts/tables/accounts.ts'
import { type Pair, SessionCache } from './session-cache.ts'

const pairOf = (id: string): Pair => ({
  account: {
    ...someAccount({ email: `${id}@example.com` }),
    id,
    credentialVersion: 1,
    ...INITIAL_COLUMNS,
    emailFactorAt: undefined,
    updatedAt: 1,
  },
  session: {
    id: `session of ${id}`,
    accountId: id,
    ipAddress: '',
    userAgent: '',
    secondFactorAt: undefined,
    createdAt: 1,
    lastActiveAt: 1,
    expiresAt: 1000,
    refreshExpiresAt: 1000,
    revokedAt: undefined,
  },
})

/** A cache over a database that says what the test wants. */
function scene(size = 10) {
  const database = { isCurrent: true, kept: undefined as Evictable | undefined }
  const engine = {
    follow: (kept: Evictable) => {
      database.kept = kept
      return { holder: '', isCurrent: () => database.isCurrent, stop: async () => undefined }
    },
  } as Partial<Engine> as Engine
  const cache = new SessionCache(size)
  cache.start(engine, () => undefined)
  const held = () => {
    let answer: (pair: Pair | undefined) => void = () => undefined
    const read = new Promise<Pair | undefined>((resolve) => (answer = resolve))
    return { read: () => read, answer }
  }
  return { cache, database, held }
}

describe('a read that may be kept', () => {
  it('is kept, frozen, and handed out as the very same', async () => {
    const { cache } = scene()
    const pair = await cache.fill('a', async () => pairOf('ada'))
    expect(cache.find('a', 0)).toBe(pair)
    expect(Object.isFrozen(pair) && Object.isFrozen(pair?.session) && Object.isFrozen(pair?.account)).toBe(true)
  })

  it('is not kept when its account was evicted since it began', async () => {
    const { cache, held } = scene()
    const [ada, eve] = [held(), held()]
    const filling = [cache.fill('a', ada.read), cache.fill('e', eve.read)]
    cache.evict('ada')
    ada.answer(pairOf('ada'))
    eve.answer(pairOf('eve'))
    await Promise.all(filling)
    expect([cache.find('a', 0), cache.find('e', 0)?.account.id]).toEqual([undefined, 'eve'])
  })

  it('is not kept when everything was forgotten since it began', async () => {
    const { cache, held } = scene()
    const ada = held()
    const filling = cache.fill('a', ada.read)
    cache.clear()
    ada.answer(pairOf('ada'))
    await filling
    expect(cache.find('a', 0)).toBeUndefined()
  })

  it('is not kept while nothing may be', async () => {
    const { cache, database } = scene()
    database.isCurrent = false
    await cache.fill('a', async () => pairOf('ada'))
    database.isCurrent = true
    expect(cache.find('a', 0)).toBeUndefined()
  })
})

describe('what is kept', () => {
  it('is not used while it may be out of date', async () => {
    const { cache, database } = scene()
    await cache.fill('a', async () => pairOf('ada'))
    database.isCurrent = false
    expect(cache.find('a', 0)).toBeUndefined()
  })

  it('goes with all sessions of its account, and no others', async () => {
    const { cache } = scene()
    for (const [hash, id] of [
      ['a', 'ada'],
      ['b', 'ada'],
      ['e', 'eve'],
    ] as const)
      await cache.fill(hash, async () => pairOf(id))
    cache.evict('ada')
    expect(['a', 'b', 'e'].map((hash) => cache.find(hash, 0)?.account.id)).toEqual([undefined, undefined, 'eve'])
    expect(cache.look()).toEqual({ hits: 1, misses: 2, evictions: 2, isHeld: true })
  })

  it('is not brought back by a note of its last use', async () => {
    const { cache } = scene()
    const old = await cache.fill('a', async () => pairOf('ada'))
    cache.evict('ada')
    const fresh = await cache.fill('a', async () => pairOf('ada'))
    if (old) cache.noteActive('a', old, 5)
    expect(cache.find('a', 0)).toBe(fresh)
  })

  it('is never more than its size', async () => {
    const { cache } = scene(3)
    for (let n = 0; n < 50; n++) await cache.fill(`${n}`, async () => pairOf(`of ${n % 5}`))
    const left = Array.from({ length: 50 }, (_, n) => cache.find(`${n}`, 0)).filter(Boolean)
    expect(left).toHaveLength(3)
  })

  it('makes room where it was not used, and where all are in use for one of them', async () => {
    const { cache } = scene(3)
    for (const hash of ['a', 'b', 'c']) await cache.fill(hash, async () => pairOf(hash))
    cache.find('a', 0)
    await cache.fill('d', async () => pairOf('dan'))
    const kept = () => ['a', 'b', 'c', 'd', 'e'].filter((hash) => cache.find(hash, 0))
    expect(kept()).toEqual(['a', 'c', 'd'])
    await cache.fill('e', async () => pairOf('eve'))
    expect(kept()).toHaveLength(3)
  })
})
