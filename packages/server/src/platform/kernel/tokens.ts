import { hash, randomBytes } from 'node:crypto'

const BYTES = 32
/** To ask for few random bytes costs as much as to ask for many. */
const AT_ONCE = 64

let random = Buffer.alloc(0)

/** 256 random bits. Guessing one among all live tokens is hopeless, so a bare token identifies its row. */
export function newToken(): string {
  if (random.length === 0) random = randomBytes(BYTES * AT_ONCE)
  const own = random.subarray(0, BYTES)
  random = random.subarray(BYTES)
  const token = own.toString('base64url')
  own.fill(0)
  return token
}

/** A fast hash is right here: unlike a password, the token has full entropy (OWASP ASVS 5.0, 11.4). */
export const hashToken = (token: string): string => hash('sha256', token, 'base64url')

/** Checked first, so that junk in a cookie never costs a query. */
export const isToken = (text: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(text)
