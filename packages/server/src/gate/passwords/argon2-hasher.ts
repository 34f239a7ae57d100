import { hash, verify } from '@node-rs/argon2'
import type { PasswordHasher } from './passwords.ts'

/** The package's enum is ambient, which isolated modules cannot read. */
const ARGON2ID = 2

/** Runs on libuv's thread pool, so the event loop keeps answering meanwhile. */
export const argon2Hasher: PasswordHasher = {
  hash: (password, { memoryKib, timeCost, parallelism }) =>
    hash(password, { algorithm: ARGON2ID, memoryCost: memoryKib, timeCost, parallelism }),
  verify: (stored, password) => verify(stored, password),
  async verifyForeign({ stored, secret }, password) {
    const { isForeignMatch } = await import('./foreign/compare-foreign.ts')
    return isForeignMatch(stored, password, secret)
  },
}
