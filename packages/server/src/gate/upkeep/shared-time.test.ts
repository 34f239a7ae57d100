import { expect, it, onTestFinished } from 'vitest'
import { SharedTime } from './shared-time.ts'

it('carries the time of the database on in whole milliseconds, from the middle of question and answer', async () => {
  let elapsed = 10.25
  const time = new SharedTime({
    clock: { now: () => 5, elapsed: () => elapsed },
    databaseNow: async () => {
      elapsed += 4.5
      return 1000
    },
    onSkew: () => undefined,
    onError: () => undefined,
  })
  onTestFinished(() => time.stop())
  expect(time.now()).toBe(5)
  await time.compare()
  expect(time.now()).toBe(1002)
  elapsed += 7.5
  expect(time.now()).toBe(1010)
})
