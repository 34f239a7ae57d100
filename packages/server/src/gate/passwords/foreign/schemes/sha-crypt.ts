import { createHash } from 'node:crypto'
import { cryptLoop, cryptText, ROUNDS_AT_ONCE } from '../crypt-loop.ts'
import { numberOf } from '../parameters.ts'
import type { Scheme } from '../scheme.ts'

/** https://www.akkadia.org/drepper/SHA-crypt.txt */
interface Variant {
  readonly name: 'sha256-crypt' | 'sha512-crypt'
  readonly digest: 'sha256' | 'sha512'
  readonly text: RegExp
  readonly keyLength: number
  /** Which bytes stand together in what is written. */
  readonly order: readonly (readonly number[])[]
}

const DEFAULT_ROUNDS = 5000
const MIN_ROUNDS = 1000
/** Some seconds of one core, as they can be had on the event loop. */
const MAX_ROUNDS = 1_000_000
const MAX_SALT = 16

type Digest = Variant['digest']

const digestOf = (digest: Digest, ...parts: readonly Buffer[]): Buffer => {
  const hash = createHash(digest)
  for (const part of parts) hash.update(part)
  return hash.digest()
}

/** So many bytes of it, over and over. */
const repeated = (bytes: Buffer, length: number): Buffer => Buffer.alloc(length, bytes)

/** What the rounds begin with. */
function mixed(digest: Digest, salt: Buffer, password: Buffer): Buffer {
  const other = digestOf(digest, password, salt, password)
  const bits: Buffer[] = []
  for (let left = password.length; left > 0; left >>= 1) bits.push(left & 1 ? other : password)
  return digestOf(digest, password, salt, repeated(other, password.length), ...bits)
}

function* rounds(digest: Digest, salt: Buffer, password: Buffer, count: number): Iterator<void, Buffer> {
  let hash = mixed(digest, salt, password)
  const ofPassword = repeated(digestOf(digest, ...Array<Buffer>(password.length).fill(password)), password.length)
  const ofSalt = repeated(digestOf(digest, ...Array<Buffer>(16 + (hash[0] ?? 0)).fill(salt)), salt.length)
  yield
  for (let round = 0; round < count; round++) {
    const isOdd = round % 2 === 1
    const parts = [isOdd ? ofPassword : hash]
    if (round % 3 !== 0) parts.push(ofSalt)
    if (round % 7 !== 0) parts.push(ofPassword)
    hash = digestOf(digest, ...parts, isOdd ? hash : ofPassword)
    if (round % ROUNDS_AT_ONCE === 0) yield
  }
  return hash
}

const shaCrypt = <N extends Variant['name']>({ digest, text: pattern, keyLength, order }: Variant & { name: N }): Scheme<N> => ({
  read({ text }) {
    const [, count = String(DEFAULT_ROUNDS), salt, key] = pattern.exec(text) ?? []
    if (salt === undefined || !key) return undefined
    return { parameters: { i: count }, salt: Buffer.from(salt), key: Buffer.from(key) }
  },
  problem({ parameters, salt }) {
    const count = numberOf(parameters, 'i')
    if (numberOf(parameters, 'l') !== keyLength || salt.length > MAX_SALT) return `it is no ${digest}-crypt`
    return count >= MIN_ROUNDS && count <= MAX_ROUNDS ? undefined : 'its cost is out of bounds'
  },
  isWeak: () => false,
  saltBytes: MAX_SALT,
  async derive({ parameters, salt }, password) {
    const hash = await cryptLoop(() => rounds(digest, salt, password, numberOf(parameters, 'i')))
    return Buffer.from(
      order
        .map((places) =>
          cryptText(
            places.map((at) => hash[at] ?? 0),
            Math.ceil((places.length * 8) / 6),
          ),
        )
        .join(''),
    )
  },
})

/** Three bytes a third of the digest apart, in an order that turns with each group. */
function turning(groups: number, by: 1 | 2): readonly (readonly number[])[] {
  return Array.from({ length: groups }, (_, group) =>
    Array.from({ length: 3 }, (_, place) => group + groups * ((place + by * group) % 3)),
  )
}

export const sha256Crypt = shaCrypt({
  name: 'sha256-crypt',
  digest: 'sha256',
  text: /^\$5\$(?:rounds=(\d{1,9})\$)?([^$]{0,16})\$([./0-9A-Za-z]{43})$/,
  keyLength: 43,
  order: [...turning(10, 2), [31, 30]],
})

export const sha512Crypt = shaCrypt({
  name: 'sha512-crypt',
  digest: 'sha512',
  text: /^\$6\$(?:rounds=(\d{1,9})\$)?([^$]{0,16})\$([./0-9A-Za-z]{86})$/,
  keyLength: 86,
  order: [...turning(21, 1), [63]],
})
