import { createHmac, timingSafeEqual } from 'node:crypto'
import type { KeyRing } from './keys.ts'
import { newToken } from './tokens.ts'

/**
 * Bound to the session cookie: a sibling subdomain can plant a `_csrf` cookie, but none that fits the victim's session (OWASP
 * CSRF cheat sheet, "Signed Double-Submit Cookie").
 */
const sign = (key: Buffer, nonce: string, sessionToken: string): string =>
  createHmac('sha256', key).update(`${nonce}.${sessionToken}`).digest('base64url')

export function newCsrfToken([key]: KeyRing, sessionToken = ''): string {
  const nonce = newToken()
  return `${nonce}.${sign(key, nonce, sessionToken)}`
}

export function isCsrfToken(keys: KeyRing, token: string, sessionToken = ''): boolean {
  const [nonce = '', signature = '', ...rest] = token.split('.')
  return rest.length === 0 && keys.some((key) => key !== undefined && isSame(signature, sign(key, nonce, sessionToken)))
}

export function isSame(left: string, right: string): boolean {
  const a = Buffer.from(left)
  const b = Buffer.from(right)
  return a.length === b.length && timingSafeEqual(a, b)
}
