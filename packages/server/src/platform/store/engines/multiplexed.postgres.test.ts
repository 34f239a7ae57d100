import { randomUUID } from 'node:crypto'
import { describe, expect, it, onTestFinished } from 'vitest'
import { migratedDatabase } from '../../../../test/support/database.ts'
import { shell } from '../../../../test/support/shell.ts'
import { transactionPooler } from '../../../../test/support/transaction-pooler.ts'
import { isMultiplexed } from './multiplexed.ts'

async function database(): Promise<string> {
  const { url, drop } = await migratedDatabase()
  onTestFinished(drop)
  return url
}

const pooled = (['last', 'longest'] as const).flatMap((order) => [1, 2, 3].map((size) => ({ order, size })))

describe('a pooler before PostgreSQL', () => {
  it.each(pooled)('is recognised in transaction mode with $size sessions, of which it takes the $order', async (options) => {
    expect(await isMultiplexed(await transactionPooler(await database(), { mode: 'transaction', ...options }))).toBe(true)
  })

  it('is none in session mode, and neither is the server itself', async () => {
    const url = await database()
    expect(await isMultiplexed(await transactionPooler(url, { mode: 'session', size: 3 }))).toBe(false)
    expect(await isMultiplexed(url)).toBe(false)
  })

  it.each([['start'], ['migrate'], ['users', 'list'], ['sessions', 'flush']])(
    'stops latchkey %s with one line',
    async (...args) => {
      const url = await transactionPooler(await database(), { mode: 'transaction', size: 3 })
      const { code, err } = await shell({ DATABASE_URL: url }).latchkey(...args)
      expect([code, err.split('\n')]).toEqual([1, [expect.stringMatching(/transaction mode.*pool_mode = session.*DATABASE_URL/)]])
      expect(err).not.toContain('postgres:postgres')
    },
  )

  it('is told of by the doctor', async () => {
    const direct = await database()
    const said = async (url: string) => (await shell({ DATABASE_URL: url }).latchkey('doctor')).out
    const pooler = (mode: 'session' | 'transaction') => transactionPooler(direct, { mode, size: 3 })
    expect(await said(await pooler('transaction'))).toMatch(/^fail {2}database +.*transaction mode/m)
    expect(await said(await pooler('session'))).toMatch(/^ok {4}database +is reached through a pooler in session mode$/m)
    expect(await said(direct)).toMatch(/^ok {4}database +is reached without a pooler$/m)
  })
})

describe('the name of a statement', () => {
  /** As in a process of its own, which counts for itself. */
  const namesIn = async (texts: readonly string[]) => {
    const own = `./postgres-statement.ts?${randomUUID()}`
    const { prepared }: typeof import('./postgres-statement.ts') = await import(own)
    return new Map(texts.map((text) => [text, prepared(text).name]))
  }

  it('is the same in every process, and another one for every text', async () => {
    const texts = Array.from({ length: 50 }, (_, n) => `SELECT ${n} AS one WHERE ? = ?`)
    const [one, other] = [await namesIn(texts), await namesIn(texts.toReversed())]
    for (const text of texts) expect(other.get(text)).toBe(one.get(text))
    expect(new Set(one.values()).size).toBe(texts.length)
    for (const name of one.values()) expect(name.length).toBeLessThan(64) // the server cuts off what is longer
  })
})
