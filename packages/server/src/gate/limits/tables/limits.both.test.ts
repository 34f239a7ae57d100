import { expect, it } from 'vitest'
import { openedEngines } from '../../../../test/support/opened-engines.ts'
import { connectionTo } from '../../../platform/store/table-list.ts'
import { limitsIn } from './limits.ts'

const BACKOFF = { after: 3, stepsMs: [1000, 2000], forgetMs: 100_000 }

async function someLimits(): Promise<ReturnType<typeof limitsIn>> {
  const engine = await (await openedEngines({ isMigrated: true })).open()
  return limitsIn(connectionTo(engine))
}

it('blocks no attempt for the sake of one that was free, also where another clock is a moment behind', async () => {
  const limits = await someLimits()
  expect(await limits.attempt('a', BACKOFF, 5000)).toBe('a')
  expect(await limits.attempt('a', BACKOFF, 4999)).toBe('a')
  await limits.open('b', 50_000)
  expect(await limits.attemptOpened('b', BACKOFF, 5000)).toBe(true)
  expect(await limits.attemptOpened('b', BACKOFF, 4999)).toBe(true)
})

it('blocks from the last free attempt on, and for longer each time', async () => {
  const limits = await someLimits()
  for (const now of [1, 2, 3]) expect(await limits.attempt('a', BACKOFF, now)).toBe('a')
  expect(await limits.attempt('a', BACKOFF, 1002)).toBeUndefined()
  expect(await limits.blockedUntil('a')).toBe(1003)
  expect(await limits.attempt('a', BACKOFF, 1003)).toBe('a')
  expect(await limits.attempt('a', BACKOFF, 3002)).toBeUndefined()
  expect(await limits.attempt('a', BACKOFF, 3003)).toBe('a')
  expect(await limits.blockedUntil('a')).toBe(5003)
})
