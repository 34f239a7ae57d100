import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { Secret } from './secret.ts'

/** One configured secret, one independent key per purpose (HKDF-SHA-256, RFC 5869). */
export interface Keys {
  /** Signs CSRF tokens. */
  readonly csrf: Buffer
  /** Hashes codes that a person types. */
  readonly codes: Buffer
  /** Hashes two-factor codes. */
  readonly twoFactor: Buffer
  /** Seals mail that waits to be sent. */
  readonly outbox: Buffer
  /** Seals what a sign-in with a provider carries along. */
  readonly oauth: Buffer
  /** Seals tokens of providers that are kept. */
  readonly providerTokens: Buffer
  /** Hashes what attempts are counted by. */
  readonly limits: Buffer
}

const derive = (secret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', `latchkey ${purpose} v1`, 32))

export const deriveKeys = (secret: Secret): Keys => ({
  csrf: derive(secret.reveal(), 'csrf'),
  codes: derive(secret.reveal(), 'codes'),
  twoFactor: derive(secret.reveal(), 'two-factor'),
  outbox: derive(secret.reveal(), 'outbox'),
  oauth: derive(secret.reveal(), 'oauth state'),
  providerTokens: derive(secret.reveal(), 'provider tokens'),
  limits: derive(secret.reveal(), 'limits'),
})

/**
 * The key that opens what is sealed for the holder of one token. The database has the token's hash only,
 * so nobody who reads it can derive this key.
 */
export const keyOfToken = (token: string): Buffer => derive(token, 'token successor')

const IV_BYTES = 12
const TAG_BYTES = 16

/** AES-256-GCM with a random nonce in front and the tag behind it. */
export function seal(key: Buffer, text: string): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64url')
}

/** Throws when the key is wrong or a single bit was changed. */
export function unseal(key: Buffer, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
  return decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
}
