import { pbkdf2 as derive } from 'node:crypto'
import { promisify } from 'node:util'
import { numberOf } from '../parameters.ts'
import type { Scheme } from '../scheme.ts'
import { DIGEST_BYTES, isDigest } from './digest.ts'

/** Of the digest, for each block of what comes out. */
const MAX_ROUNDS = 4_000_000
const WEAK_BELOW = 10_000

export const pbkdf2: Scheme<'pbkdf2'> = {
  read: ({ digest, rounds, salt, key }) => ({ parameters: { d: digest, i: String(rounds) }, salt, key }),
  problem({ parameters }) {
    const { d = '' } = parameters
    if (!isDigest(d)) return 'its digest is unknown'
    const rounds = numberOf(parameters, 'i') * Math.ceil(numberOf(parameters, 'l') / DIGEST_BYTES[d])
    return rounds >= 1 && rounds <= MAX_ROUNDS ? undefined : 'its cost is out of bounds'
  },
  isWeak: (parameters) => numberOf(parameters, 'i') < WEAK_BELOW,
  saltBytes: 16,
  derive: ({ parameters, salt }, password) =>
    promisify(derive)(password, salt, numberOf(parameters, 'i'), numberOf(parameters, 'l'), parameters['d'] ?? ''),
}
