import { hash, verify } from '@node-rs/argon2'
import { answer } from './helper-loop.mjs'

const PASSWORD = 'correct horse 1'
const ARGON2ID = 2
const stored = hash(PASSWORD, { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 })

/** The upper bound of a sign-in: the hash alone, so many at once. */
answer(async ({ concurrency, settleMs, durationMs }) => {
  const known = await stored
  const from = performance.now() + settleMs
  const until = from + durationMs
  let counted = 0
  let sent = 0
  const worker = async () => {
    for (let now = 0; now < until; ) {
      sent++
      if (!(await verify(known, PASSWORD))) throw new Error('the hash does not match its password')
      now = performance.now()
      if (now >= from && now < until) counted++
    }
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
  return { rate: counted / (durationMs / 1000), sent }
})
