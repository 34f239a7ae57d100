import { createHmac } from 'node:crypto'
import type { Parameters } from '../parameters.ts'
import { numberOf } from '../parameters.ts'
import type { ReadHash, Scheme } from '../scheme.ts'

/** `$2x$` is not read: it was made by a library that mixed up bytes above 127. */
const TEXT = /^\$2[aby]\$(\d\d)\$([./A-Za-z0-9]{22})([./A-Za-z0-9]{31})$/
const KEY_LENGTH = 31
const OWN_BASE64 = './ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const SALT_BYTES = 16
const MIN_COST = 4
const MAX_COST = 14
const WEAK_BELOW = 8

const decoded = (text: string): Buffer =>
  Buffer.from(
    text.replace(/./g, (one) => BASE64[OWN_BASE64.indexOf(one)] ?? ''),
    'base64',
  )

const encoded = (bytes: Buffer): string =>
  bytes
    .toString('base64')
    .replaceAll('=', '')
    .replace(/./g, (one) => OWN_BASE64[BASE64.indexOf(one)] ?? '')

/** What comes out is kept as bcrypt writes it. */
function read(text: string, more: Parameters = {}): ReadHash | undefined {
  const [, cost, salt, key] = TEXT.exec(text) ?? []
  if (!cost || !salt || !key) return undefined
  return { parameters: { c: String(Number(cost)), ...more }, salt: decoded(salt).subarray(0, SALT_BYTES), key: Buffer.from(key) }
}

/** Of a password, bcrypt reads the first 72 bytes. */
async function derive(parameters: Parameters, salt: Buffer, password: Buffer): Promise<Buffer> {
  const { hash } = await import('@node-rs/bcrypt')
  const text = await hash(password, numberOf(parameters, 'c'), salt)
  return Buffer.from(text.slice(-KEY_LENGTH))
}

const common = {
  problem({ parameters, salt }: Pick<ReadHash, 'parameters' | 'salt'>) {
    const cost = numberOf(parameters, 'c')
    if (salt.length !== SALT_BYTES || numberOf(parameters, 'l') !== KEY_LENGTH) return 'it is no bcrypt'
    return cost >= MIN_COST && cost <= MAX_COST ? undefined : 'its cost is out of bounds'
  },
  isWeak: (parameters: Parameters) => numberOf(parameters, 'c') < WEAK_BELOW,
  saltBytes: SALT_BYTES,
}

export const bcrypt: Scheme<'bcrypt'> = {
  ...common,
  read: ({ text, endsAtNul }) => read(text, endsAtNul ? { z: '1' } : {}),
  derive({ parameters, salt }, password) {
    const end = parameters['z'] === '1' ? password.indexOf(0) : -1
    return derive(parameters, salt, end === -1 ? password : password.subarray(0, end))
  },
}

/** Hashed once before, so that bytes behind the 72nd count. */
export const wordpressBcrypt: Scheme<'wordpress-bcrypt'> = {
  ...common,
  read: ({ text }) => (text.startsWith('$wp$2y$') ? read(text.slice('$wp'.length)) : undefined),
  derive: ({ parameters, salt }, password) =>
    derive(parameters, salt, Buffer.from(createHmac('sha384', 'wp-sha384').update(password).digest('base64'))),
}

/** `bcrypt-sha256` since 1.7.3. */
export const passlibBcrypt: Scheme<'passlib-bcrypt'> = {
  ...common,
  read: ({ text }) => read(text),
  derive: ({ parameters, salt }, password) =>
    derive(parameters, salt, Buffer.from(createHmac('sha256', encoded(salt)).update(password).digest('base64'))),
}
