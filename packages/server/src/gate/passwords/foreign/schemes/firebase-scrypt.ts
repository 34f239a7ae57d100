import { createCipheriv } from 'node:crypto'
import type { Parameters } from '../parameters.ts'
import { numberOf } from '../parameters.ts'
import type { Scheme } from '../scheme.ts'
import { deriveScrypt, scryptProblem } from './scrypt.ts'

const AES_KEY_BYTES = 32

/** Firebase calls the block size rounds, and the logarithm of N the memory cost. */
const costOf = (parameters: Parameters) => ({ n: 2 ** numberOf(parameters, 'm'), r: numberOf(parameters, 'r'), p: 1 })

/** What comes out is the signer key, encrypted under what scrypt makes of the password. */
export const firebaseScrypt: Scheme<'firebase-scrypt'> = {
  read: ({ memCost, rounds, salt, saltSeparator, key }) => ({
    parameters: { m: String(memCost), r: String(rounds) },
    salt: Buffer.concat([salt, saltSeparator]),
    key,
  }),
  secretOf: ({ signerKey }) => signerKey,
  isKeyed: true,
  problem: ({ parameters }) => scryptProblem(costOf(parameters)),
  isWeak: () => false,
  saltBytes: 16,
  async derive({ parameters, salt }, password, signerKey = Buffer.alloc(0)) {
    const key = await deriveScrypt(password, salt, AES_KEY_BYTES, costOf(parameters))
    return createCipheriv('aes-256-ctr', key, Buffer.alloc(16)).update(signerKey)
  },
}
