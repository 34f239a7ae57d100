import { createHash } from 'node:crypto'
import { cryptLoop, cryptText, ROUNDS_AT_ONCE } from '../crypt-loop.ts'
import { numberOf } from '../parameters.ts'
import type { Scheme } from '../scheme.ts'

/** crypt(3) with MD5, and Apache's, which differs in its name alone. */
const TEXT = /^\$(1|apr1)\$([./0-9A-Za-z]{0,8})\$([./0-9A-Za-z]{22})$/
const KEY_LENGTH = 22
const ROUNDS = 1000
const MAX_SALT = 8

const md5 = (...parts: readonly Buffer[]): Buffer => {
  const hash = createHash('md5')
  for (const part of parts) hash.update(part)
  return hash.digest()
}

/** So many bytes of it, over and over. */
const repeated = (bytes: Buffer, length: number): Buffer => Buffer.alloc(length, bytes)

function* rounds(magic: Buffer, salt: Buffer, password: Buffer): Iterator<void, Buffer> {
  const mixed = repeated(md5(password, salt, password), password.length)
  const bits: Buffer[] = []
  for (let left = password.length; left > 0; left >>= 1) bits.push(left & 1 ? Buffer.alloc(1) : password.subarray(0, 1))
  let hash = md5(password, magic, salt, mixed, ...bits)
  for (let round = 0; round < ROUNDS; round++) {
    const isOdd = round % 2 === 1
    const parts = [isOdd ? password : hash]
    if (round % 3 !== 0) parts.push(salt)
    if (round % 7 !== 0) parts.push(password)
    hash = md5(...parts, isOdd ? hash : password)
    if (round % ROUNDS_AT_ONCE === 0) yield
  }
  return hash
}

const ORDER: readonly (readonly number[])[] = [[0, 6, 12], [1, 7, 13], [2, 8, 14], [3, 9, 15], [4, 10, 5], [11]]

const written = (hash: Buffer): Buffer =>
  Buffer.from(
    ORDER.map((places) =>
      cryptText(
        places.map((at) => hash[at] ?? 0),
        places.length + 1,
      ),
    ).join(''),
  )

export const md5Crypt: Scheme<'md5-crypt'> = {
  read({ text }) {
    const [, magic, salt, key] = TEXT.exec(text) ?? []
    if (!magic || salt === undefined || !key) return undefined
    return { parameters: { a: magic }, salt: Buffer.from(salt), key: Buffer.from(key) }
  },
  problem({ parameters, salt }) {
    const isKnown = parameters['a'] === '1' || parameters['a'] === 'apr1'
    const isSized = numberOf(parameters, 'l') === KEY_LENGTH && salt.length <= MAX_SALT
    return isKnown && isSized ? undefined : 'it is no md5-crypt'
  },
  isWeak: () => true,
  saltBytes: MAX_SALT,
  derive: async ({ parameters, salt }, password) =>
    written(await cryptLoop(() => rounds(Buffer.from(`$${parameters['a']}$`), salt, password))),
}
