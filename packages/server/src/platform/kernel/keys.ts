import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { Secret } from './secret.ts'

/**
 * What everything new is made with, and beside it, while the secret is being replaced, a second key that is accepted too.
 * Code that checks or opens something is handed the ring, so that it cannot forget the second one.
 */
export type KeyRing = readonly [current: Buffer, previous?: Buffer]

/** One configured secret, one independent key per purpose (HKDF-SHA-256, RFC 5869). */
export interface Keys {
  /** Signs CSRF tokens. */
  readonly csrf: KeyRing
  /** Hashes codes that a person types. */
  readonly codes: KeyRing
  /** Hashes two-factor codes. */
  readonly twoFactor: KeyRing
  /** Seals mail that waits to be sent. */
  readonly outbox: KeyRing
  /** Seals what a sign-in with a provider carries along. */
  readonly oauth: KeyRing
  /** Seals what tells the browser in which an account was made. */
  readonly newcomer: KeyRing
  /** Seals the address that a browser waits for a mail to. */
  readonly mailboxes: KeyRing
  /** Seals where a visitor goes who comes back by the link of a mail. */
  readonly returns: KeyRing
  /** Seals tokens of providers that are kept. */
  readonly providerTokens: KeyRing
  /** Seals the key under which authenticator seeds and recovery codes are kept. */
  readonly dataKeys: KeyRing
  /** Signs the cookies by which browsers are known again. */
  readonly devices: KeyRing
  /** Seals what a ceremony with a passkey carries along. */
  readonly passkeys: KeyRing
  /** Hashes what attempts are counted by. */
  readonly limits: Buffer
}

const derive = (secret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', `latchkey ${purpose} v1`, 32))

export function deriveKeys(secret: Secret, previous?: Secret): Keys {
  const ring = (purpose: string): KeyRing => {
    const current = derive(secret.reveal(), purpose)
    return previous ? [current, derive(previous.reveal(), purpose)] : [current]
  }
  return {
    csrf: ring('csrf'),
    codes: ring('codes'),
    twoFactor: ring('two-factor'),
    outbox: ring('outbox'),
    oauth: ring('oauth state'),
    newcomer: ring('newcomer'),
    mailboxes: ring('mailboxes'),
    returns: ring('returns'),
    providerTokens: ring('provider tokens'),
    dataKeys: ring('data keys'),
    devices: ring('devices'),
    passkeys: ring('passkeys'),
    // A bucket has one name: counting goes on under the new secret from nought.
    limits: derive(secret.reveal(), 'limits'),
  }
}

/**
 * The key that opens what is sealed for the holder of one token. The database has the token's hash only,
 * so an attacker who reads it cannot derive this key.
 */
export const keyOfToken = (token: string): KeyRing => [derive(token, 'token successor')]

const IV_BYTES = 12
const TAG_BYTES = 16

/** AES-256-GCM with a random nonce in front and the tag behind it. */
export function seal([key]: KeyRing, text: string): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64url')
}

/** Throws when no key fits or a single bit was changed. */
export const unseal = (keys: KeyRing, sealed: string): string => unsealBy(keys, sealed).text

/** The same, and which key it was. */
export function unsealBy([current, previous]: KeyRing, sealed: string): { readonly text: string; readonly key: Buffer } {
  try {
    return { text: decrypt(current, sealed), key: current }
  } catch (error) {
    if (!previous) throw error
    return { text: decrypt(previous, sealed), key: previous }
  }
}

function decrypt(key: Buffer, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
  return decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
}
