import { hashRaw } from '@node-rs/argon2'
import { isBoundedArgon2 } from '../argon2-bounds.ts'
import { numberOf } from '../parameters.ts'
import type { Scheme } from '../scheme.ts'

/** By the numbers of the package's enums, which are ambient, so that isolated modules cannot read them. */
const ALGORITHMS = ['d', 'i', 'id']
const VERSIONS = ['16', '19']

const PHC = /^\$argon2(i|d|id)(?:\$v=(16|19))?\$m=(\d{1,10}),t=(\d{1,10}),p=(\d{1,10})\$([A-Za-z0-9+/]+)=*\$([A-Za-z0-9+/]+)=*$/
/** Less is refused by the algorithm. */
const MIN_SALT = 8

export const argon2: Scheme<'argon2'> = {
  read({ phc }) {
    const [, a, v = '16', m, t, p, salt, key] = PHC.exec(phc) ?? []
    if (!a || !m || !t || !p || !salt || !key) return undefined
    return { parameters: { a, v, m, t, p }, salt: Buffer.from(salt, 'base64'), key: Buffer.from(key, 'base64') }
  },
  problem({ parameters, salt }) {
    const { a = '', v = '' } = parameters
    const [m, t, p] = [numberOf(parameters, 'm'), numberOf(parameters, 't'), numberOf(parameters, 'p')]
    if (!ALGORITHMS.includes(a) || !VERSIONS.includes(v)) return 'it is no argon2'
    if (salt.length < MIN_SALT) return 'its salt is too short'
    return isBoundedArgon2({ m, t, p }) ? undefined : 'its cost is out of bounds'
  },
  isWeak: () => false,
  saltBytes: 16,
  derive({ parameters, salt }, password) {
    const { a = '', v = '' } = parameters
    return hashRaw(password, {
      algorithm: ALGORITHMS.indexOf(a),
      version: VERSIONS.indexOf(v),
      memoryCost: numberOf(parameters, 'm'),
      timeCost: numberOf(parameters, 't'),
      parallelism: numberOf(parameters, 'p'),
      outputLen: numberOf(parameters, 'l'),
      salt,
    })
  },
}
