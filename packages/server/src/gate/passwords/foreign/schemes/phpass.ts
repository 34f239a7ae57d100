import { createHash } from 'node:crypto'
import { CRYPT_ALPHABET, cryptLoop, cryptText, ROUNDS_AT_ONCE } from '../crypt-loop.ts'
import { numberOf } from '../parameters.ts'
import type { Scheme } from '../scheme.ts'

const TEXT = /^\$[PH]\$([./0-9A-Za-z])([./0-9A-Za-z]{8})([./0-9A-Za-z]{22})$/
const KEY_LENGTH = 22
const MIN_LOG = 7
const MAX_LOG = 20

const md5 = (...parts: readonly Buffer[]): Buffer => {
  const hash = createHash('md5')
  for (const part of parts) hash.update(part)
  return hash.digest()
}

function* rounds(salt: Buffer, password: Buffer, count: number): Iterator<void, Buffer> {
  let hash = md5(salt, password)
  for (let round = 0; round < count; round++) {
    hash = md5(hash, password)
    if (round % ROUNDS_AT_ONCE === 0) yield
  }
  return hash
}

/** Three bytes make four characters, the first byte the lowest. */
function written(hash: Buffer): Buffer {
  let text = ''
  for (let at = 0; at < hash.length; at += 3) {
    const bytes = [...hash.subarray(at, at + 3)].reverse()
    text += cryptText(bytes, bytes.length + 1)
  }
  return Buffer.from(text)
}

export const phpass: Scheme<'phpass'> = {
  read({ text }) {
    const [, log, salt, key] = TEXT.exec(text) ?? []
    if (!log || !salt || !key) return undefined
    return { parameters: { i: String(CRYPT_ALPHABET.indexOf(log)) }, salt: Buffer.from(salt), key: Buffer.from(key) }
  },
  problem({ parameters }) {
    const log = numberOf(parameters, 'i')
    if (numberOf(parameters, 'l') !== KEY_LENGTH) return 'it is no phpass'
    return log >= MIN_LOG && log <= MAX_LOG ? undefined : 'its cost is out of bounds'
  },
  isWeak: () => true,
  saltBytes: 8,
  derive: async ({ parameters, salt }, password) =>
    written(await cryptLoop(() => rounds(salt, password, 2 ** numberOf(parameters, 'i')))),
}
