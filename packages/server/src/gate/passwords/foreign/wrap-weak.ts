import type { HashCost, PasswordHasher } from '../passwords.ts'
import { MAX_ARGON2_MEMORY_KIB, MAX_ARGON2_PASSES, MAX_ARGON2_WORK } from './argon2-bounds.ts'
import { wrappedText } from './compare-foreign.ts'
import { readHash, writeHash } from './stored-hash.ts'

/**
 * Keeps an argon2id hash of what a weak scheme makes of the password, and no longer that itself. It takes as long as any hash does, so many are
 * wrapped several at once.
 */
export async function wrapWeak(text: string, cost: HashCost, hasher: Pick<PasswordHasher, 'hash'>): Promise<string> {
  const stored = readHash(text)
  if (!stored || stored.wrapping !== undefined) throw new Error('this is no hash to be wrapped')
  const wrapping = await hasher.hash(wrappedText(stored.key), bounded(cost))
  return writeHash({ ...stored, key: Buffer.alloc(0), wrapping })
}

/** Passwords are compared within bounds only, also where an operator wants their own hashes to cost more. */
function bounded({ memoryKib, timeCost, parallelism }: HashCost): HashCost {
  const lanes = Math.min(parallelism, MAX_ARGON2_PASSES)
  const passes = Math.min(timeCost, MAX_ARGON2_PASSES)
  return {
    memoryKib: Math.min(memoryKib, MAX_ARGON2_MEMORY_KIB, Math.floor(MAX_ARGON2_WORK / passes)),
    timeCost: passes,
    parallelism: lanes,
  }
}
