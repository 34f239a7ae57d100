import { scrypt as derive, type ScryptOptions } from 'node:crypto'
import { promisify } from 'node:util'
import { numberOf } from '../parameters.ts'
import type { Scheme } from '../scheme.ts'

const MAX_MEMORY = 128 * 1024 ** 2
const MAX_WORK = 2 ** 21
/** Beside N·r, there is a buffer of p·r, and what OpenSSL counts in. */
const MAX_ALLOCATED = 512 * 1024 ** 2

interface ScryptCost {
  readonly n: number
  readonly r: number
  readonly p: number
}

export const scryptProblem = ({ n, r, p }: ScryptCost): string | undefined => {
  if (!(n >= 2 && Number.isInteger(Math.log2(n)) && r >= 1 && p >= 1)) return 'it is no scrypt'
  // OpenSSL refuses a count that the block size has no room for.
  if (r === 1 && n >= 2 ** 16) return 'it is no scrypt'
  return 128 * n * r <= MAX_MEMORY && n * r * p <= MAX_WORK ? undefined : 'its cost is out of bounds'
}

export const deriveScrypt = (password: Buffer, salt: Buffer, length: number, { n: N, r, p }: ScryptCost): Promise<Buffer> =>
  promisify<Buffer, Buffer, number, ScryptOptions, Buffer>(derive)(password, salt, length, { N, r, p, maxmem: MAX_ALLOCATED })

const costOf = (parameters: Readonly<Record<string, string>>): ScryptCost => ({
  n: numberOf(parameters, 'n'),
  r: numberOf(parameters, 'r'),
  p: numberOf(parameters, 'p'),
})

export const scrypt: Scheme<'scrypt'> = {
  read: ({ n, r, p, salt, key }) => ({ parameters: { n: String(n), r: String(r), p: String(p) }, salt, key }),
  problem: ({ parameters }) => scryptProblem(costOf(parameters)),
  isWeak: () => false,
  saltBytes: 16,
  derive: ({ parameters, salt }, password) => deriveScrypt(password, salt, numberOf(parameters, 'l'), costOf(parameters)),
}
