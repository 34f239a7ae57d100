import { scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import { hash, verify } from '@node-rs/argon2'
import { answer } from './helper-loop.mjs'

const PASSWORD = 'correct horse 1'
const ARGON2ID = 2
const stored = hash(PASSWORD, { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 })
const derive = promisify(scrypt)

const hashers = {
  argon2id: async () => {
    if (!(await verify(await stored, PASSWORD))) throw new Error('the hash does not match its password')
  },
  /** As better-auth has it: 32 MiB. */
  scrypt: () => derive(PASSWORD, 'salt', 64, { N: 16_384, r: 16, p: 1, maxmem: 2 ** 26 }),
}

/** The upper bound of a sign-in: the hash alone, so many at once. */
answer(async ({ algorithm = 'argon2id', concurrency, settleMs, durationMs }) => {
  const from = performance.now() + settleMs
  const until = from + durationMs
  let counted = 0
  let sent = 0
  const worker = async () => {
    for (let now = 0; now < until; ) {
      sent++
      await hashers[algorithm]()
      now = performance.now()
      if (now >= from && now < until) counted++
    }
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
  return { rate: counted / (durationMs / 1000), sent }
})
